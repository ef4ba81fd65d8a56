package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"hexclub/handlers/club"
	"hexclub/handlers/gate"
	"hexclub/handlers/web"
	"hexclub/static"
	"hexclub/views/page"
	"hexclub/views/styleguide"
)

// maxBody is the maximum size of a request.
const maxBody = "64K"

// limitBody rejects requests that are too large. Lists of members may be larger than others.
func limitBody() echo.MiddlewareFunc {
	others := middleware.BodyLimitWithConfig(middleware.BodyLimitConfig{Limit: maxBody, Skipper: web.BringsList})
	lists := middleware.BodyLimitWithConfig(middleware.BodyLimitConfig{Limit: web.MaxList})
	return func(next echo.HandlerFunc) echo.HandlerFunc { return others(lists(next)) }
}

// Router returns the router with all routes of the site. web.ReadCost has the cost of reading them.
func (a *App) Router() *echo.Echo {
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = a.Fail
	e.IPExtractor = a.Guard.RemoteAddress()
	e.Use(
		// These come first, so that every answer has an id, a line in the log and the headers, also those of the
		// middleware below.
		a.Guard.Identify,
		a.Guard.LogRequests,
		a.Guard.RecoverPanics(),
		a.Guard.SecurityHeaders,

		// These reject requests at little cost: before a body or the database is read. GiveWayRejected answers
		// what all those below it reject.
		a.Guard.GiveWayRejected,
		a.Guard.Pace,
		a.Guard.RejectBanned,
		limitBody(), // before the body is read
		a.Guard.SameOrigin,
		a.Guard.LimitReads,
		a.Guard.LimitWrites,

		// The form is read before GiveWay: a slow client does not hold a slot.
		gate.ReadForm,
		a.Guard.GiveWay,

		// These may read the database, so they run with the request's slot and priority.
		a.SameReader,
		a.NoteVisit,
		a.RenewEnded,
		a.Guard.Compressor.Compress, // last: it only changes the answers of handlers
	)

	get := func(path string, handler echo.HandlerFunc) {
		e.Match([]string{http.MethodGet, http.MethodHead}, path, handler)
	}
	get("/", a.home)
	get("/desk", a.showDesk)
	e.GET("/events", a.deskEvents)
	get("/next", a.nextGame)
	get("/archive", a.Guard.Held(a.Limits.Searches, a.Play.ShowOwnArchive))
	get("/people", a.Guard.Held(a.Limits.Searches, a.Play.ShowPlayers))
	get("/people/:name", a.Guard.Held(a.Limits.Searches, a.Play.ShowPerson))
	get("/people/:name/games", a.Guard.Held(a.Limits.Searches, a.Play.ShowArchive))
	get("/people/:name/board", a.Guard.Held(a.Limits.Searches, a.Play.ShowBoardGames))
	e.POST("/people/:name/block", a.Play.BlockPerson)
	get("/rules", a.Learn.ShowAllRules)
	get("/rules/glossary", a.Learn.ShowGlossary)
	get("/rules/:game", a.Learn.ShowRules)
	get("/rules/:game/sheet", a.Learn.ShowRulesSheet)
	get("/rules/:game/figures/:rule", a.Learn.ShowFigure)
	get("/learn", a.Learn.ShowCourses)
	get("/learn/:game", a.Learn.ShowCourse)
	e.POST("/learn/:game/:lesson", a.Learn.Moved(a.Learn.PlayLesson))
	for _, place := range []page.Place{page.OnSite, page.Embedded, page.Projector} {
		show := func(path string, handler echo.HandlerFunc) {
			if place == page.Embedded {
				handler = gate.Framable(handler)
			}
			get(string(place)+path, handler)
		}
		show("/learn/:game/:lesson", a.Learn.Moved(a.Learn.ShowLesson(place)))
		show("/learn/:game/:lesson/board", a.Learn.Moved(a.Learn.ShowLessonBoard(place)))
		show("/analysis/:game", a.Learn.ShowAnalysis(place))
		show("/analysis/:game/board", a.Learn.ShowAnalysisBoard(place))
	}

	get("/analysis/:game/hint", a.Learn.ShowAnalysisHint)
	get("/analysis/:game/board.svg", a.Learn.AnalysisSVG)
	get("/analysis/:game/board.png", a.Guard.Held(a.Limits.Drawings, a.Learn.AnalysisPNG))

	get("/games", a.Play.ShowCurrent)
	get("/games/boards", a.Play.ShowCurrentBoards)
	e.GET("/games/events", a.Play.CurrentEvents)
	get("/lobby", a.Play.ShowLobby)
	get("/lobby/list", a.Play.ShowLobbyList)
	e.GET("/lobby/events", a.Play.LobbyEvents)
	e.POST("/play-now", a.Play.PlayNow)
	e.POST("/play-bot", a.Play.PlayBot)
	get("/games/new", a.Play.NewGame)
	e.POST("/games", a.Play.CreateGame)
	get("/games/:id", a.Play.ShowGame)
	get("/games/:id/board", a.Play.ShowBoard)
	get("/games/:id/hint", a.Play.ShowHint)
	e.GET("/games/:id/events", a.Play.GameEvents)
	e.POST("/games/:id/turns", a.Play.PlayTurn)
	get("/games/:id/turns/:turn", a.Play.ShowTurn)
	get("/games/:id/turns/:turn/:step", a.Play.ShowStep)
	e.POST("/games/:id/resign", a.Play.GameAct(a.DB.Resign))
	e.POST("/games/:id/draw", a.Play.GameAct(a.DB.OfferDraw))
	e.POST("/games/:id/takeback", a.Play.GameAct(a.DB.AskTakeback))
	e.POST("/games/:id/accept", a.Play.OfferAnswer(a.DB.Accept))
	e.POST("/games/:id/decline", a.Play.OfferAnswer(a.DB.Decline))
	e.POST("/games/:id/seats", a.Play.TakeSeat)
	e.POST("/games/:id/leave", a.Play.LeaveSeat)
	e.POST("/games/:id/abort", a.Play.Abort)
	e.POST("/games/:id/rematch", a.Play.Rematch)
	get("/matches/:id", a.Play.ShowMatch)
	get("/pairings/:pairing", a.Club.ShowPairing)
	e.POST("/pairings/:pairing/enter", a.Club.EnterResult)
	e.POST("/pairings/:pairing/confirm", a.Club.ConfirmResult)
	e.POST("/pairings/:pairing/contest", a.Club.ContestResult)
	e.POST("/pairings/:pairing/decide", a.Organisers(a.Club.DecidePairing))
	e.POST("/pairings/:pairing/confirm-decision", a.Organisers(a.Club.ConfirmDecision))
	get("/games/:id/chat", a.Play.ShowChat)
	get("/games/:id/chat/news", a.Play.ShowChatNews)
	e.POST("/games/:id/chat", a.Play.SendMessage)
	e.POST("/games/:id/chat/mute", a.Play.MuteChat)
	e.POST("/games/:id/chat/remove", a.Organisers(a.Play.RemoveMessage))
	e.POST("/games/:id/chat/block", a.Play.BlockPlayer)
	get("/games/:id/record.txt", a.Play.RecordText)
	get("/games/:id/record.json", a.Play.RecordJSON)
	get("/join/:invite", a.Play.ShowInvitation)
	e.POST("/join/:invite", a.Play.Join)

	get("/signup", a.Account.ShowSignUp)
	e.POST("/signup", a.Account.SignUp)
	get("/login", a.Account.ShowLogIn)
	e.POST("/login", a.Account.LogIn)
	get("/login/forgotten", a.Account.ShowForgotten)
	get("/reset/:reset", a.Account.ShowReset)
	e.POST("/reset/:reset", a.Account.UseReset)
	get("/first-admin/:offer", a.Account.ShowFirstAdmin)
	e.POST("/first-admin/:offer", a.Account.BecomeAdmin)
	e.POST("/logout", a.Account.LogOut)
	get("/invited/:link", a.Account.ShowInvited)
	e.POST("/invited/:link", a.Account.AcceptInvitation)
	get("/settings", a.Account.ShowSettings)
	e.POST("/settings/confirm", a.Account.SetConfirm)
	e.POST("/settings/zone", a.Account.SetZone)
	e.POST("/settings/chat", a.Account.SetChats)
	e.POST("/settings/unblock", a.Account.Unblock)
	e.POST("/settings/look", a.Account.SetLook)
	e.POST("/settings/sessions", a.Account.RevokeSessions)
	get("/settings/password", a.Account.ShowPassword)
	e.POST("/settings/password", a.Account.ChangePassword)
	get("/settings/games.json", a.Guard.Held(a.Limits.Files, a.Account.DownloadJSON))
	get("/settings/games.txt", a.Guard.Held(a.Limits.Files, a.Account.DownloadText))
	get("/settings/delete", a.Account.ShowDeletion)
	e.POST("/settings/delete", a.Account.DeletePerson)
	e.POST("/language", a.Account.SetLanguage)
	if a.Post != nil { // the site sends e-mail
		a.mailRoutes(e, get)
	}

	get("/privacy", a.Account.ShowPrivacy)
	get("/club", a.Club.ShowClub)
	get("/club/log", a.Members(a.Guard.Held(a.Limits.Searches, a.Club.ShowLog)))
	e.POST("/decisions/:number/away", a.Members(a.Club.PutAwayDecision))
	e.POST("/club/log/:number/undo", a.Organisers(a.Club.Undo))
	get("/club/members", a.Members(a.Guard.Held(a.Limits.Searches, a.Club.ShowMembers)))
	get("/club/members.csv", a.Organisers(a.Guard.Held(a.Limits.Files, a.Club.DownloadMembers)))
	get("/club/members/:member", a.Organisers(a.Club.ShowMember))
	e.POST("/club/members/:member/role", a.Admins(a.Club.SetRole))
	e.POST("/club/members/:member/invitation", a.Organisers(a.Guard.Held(a.Limits.Made, a.Club.InviteMember)))
	e.POST("/club/members/:member/reset", a.Admins(a.Club.ResetMember))
	e.POST("/club/members/:member/name", a.Organisers(a.Club.RenameMember))
	e.POST("/club/members/:member/remove", a.Organisers(a.Club.RemoveMember))
	get("/club/members/:member/delete", a.Admins(a.Club.ShowMemberDeletion))
	e.POST("/club/members/:member/delete", a.Admins(a.Club.DeleteMember))
	e.POST("/club/members/:member/close", a.Organisers(a.Club.CloseMember))
	e.POST("/club/members/:member/open", a.Organisers(a.Club.OpenMember))
	get("/club/invitations", a.Organisers(a.Club.ShowInvitations))
	e.POST("/club/invitations", a.Organisers(a.Guard.Held(a.Limits.Made, a.Club.Invite)))
	e.POST("/club/invitations/:invitation/revoke", a.Organisers(a.Club.RevokeInvitation))
	get(web.ListPath, a.Organisers(a.Club.ShowImport))
	e.POST(web.ListPath, a.Organisers(a.Guard.Held(a.Limits.Made, a.Club.WithList(a.Club.ImportMembers))))
	e.POST(web.ListPath+"/links", a.Organisers(a.Guard.Held(a.Limits.Made, a.Club.WithList(a.Club.RenewLinks))))
	e.POST(web.ListPath+"/links.csv", a.Organisers(a.Guard.Held(a.Limits.Made, a.Club.WithList(a.Club.DownloadLinks))))
	get("/club/settings", a.Admins(a.Club.ShowClubSettings))
	e.POST("/club/settings", a.Admins(a.Club.SetClub))
	get("/admin", a.Admins(a.Ops.ShowAdmin))
	get("/admin/bans", a.Admins(a.Ops.ShowBans))
	e.POST("/admin/bans", a.Admins(a.Ops.BanAddress))
	e.POST("/admin/bans/lift", a.Admins(a.Ops.LiftBan))
	get("/seasons", a.Club.ShowSeasons)
	e.POST("/seasons", a.Organisers(a.Guard.Held(a.Limits.Made, a.Club.NewSeason)))
	get("/seasons/:season", a.Club.ShowSeason)
	e.POST("/seasons/:season", a.Organisers(a.Club.RenameSeason))
	get("/seasons/:season/status", a.Organisers(a.Club.ConfirmSeason))
	e.POST("/seasons/:season/status", a.Organisers(a.Club.SetSeason))
	if a.styleguide {
		get(styleguide.Path, a.Ops.ShowStyleguide)
	}
	a.tournamentRoutes(e, get)
	a.ladderRoutes(e, get)
	a.previewRoutes(get)

	get(page.QRPath, a.showQR)
	get("/manifest.webmanifest", a.showManifest)
	for path, icon := range appIcons {
		get(path, a.showIcon(icon))
	}
	get("/robots.txt", a.showRobots)
	get("/sitemap.xml", a.showSitemap)
	get("/healthz", echo.WrapHandler(http.HandlerFunc(a.Ops.Healthz)))
	get("/readyz", a.Ops.Readyz)
	get(static.Prefix+"*", echo.WrapHandler(a.Static))
	return e
}

// previewRoutes adds the routes of the pictures of previews.
func (a *App) previewRoutes(get func(string, echo.HandlerFunc)) {
	for path, handler := range map[string]echo.HandlerFunc{
		"":                         a.ShowSitePreview,
		"/rules/:game":             a.Learn.GamePreview,
		"/learn/:game":             a.Learn.GamePreview,
		"/learn/:game/:lesson":     a.Learn.Moved(a.Learn.LessonPreview),
		"/analysis/:game":          a.Learn.AnalysisPreview,
		"/games/:id":               a.Play.ShowGamePreview,
		"/games/:id/turns/:turn":   a.Play.ShowTurnPreview,
		"/people/:name":            a.Play.ShowProfilePreview,
		"/ladders/:ladder":         a.Club.LadderPreview,
		"/tournaments/:tournament": a.Club.TournamentPreview,
	} {
		get(path+web.PreviewPath, a.Guard.Held(a.Limits.Drawings, handler))
	}
}

// mailRoutes adds the routes of a site that sends e-mail.
func (a *App) mailRoutes(e *echo.Echo, get func(string, echo.HandlerFunc)) {
	e.POST("/login/forgotten", a.Account.AskReset)
	e.POST("/settings/mail", a.Account.SetAddress)
	e.POST("/settings/mail/remove", a.Account.RemoveAddress)
	e.POST("/settings/mail/notices", a.Account.SetNotices)
	get("/mail/confirm/:secret", a.Account.ShowConfirm)
	e.POST("/mail/confirm/:secret", a.Account.ConfirmAddress)
	get("/mail/stop/:stop/:kind", a.Account.ShowStop)
	e.POST("/mail/stop/:stop/:kind", a.Account.StopNotices)
}

// ladderRoutes adds the routes of ladders and of challenges on them.
func (a *App) ladderRoutes(e *echo.Echo, get func(string, echo.HandlerFunc)) {
	get("/ladders", a.Guard.Held(a.Limits.Searches, a.Club.ShowLadders))
	get("/seasons/:season/ladders/new", a.Organisers(a.Club.NewLadder))
	e.POST("/seasons/:season/ladders", a.Organisers(a.Guard.Held(a.Limits.Made, a.Club.CreateLadder)))
	e.POST("/seasons/:season/ladders/preview", a.Organisers(a.Club.PreviewNewLadder))
	get("/ladders/:ladder", a.Club.ShowLadder)
	get(page.Projector.Path("/ladders/:ladder"), a.Club.PresentLadder)
	get("/ladders/:ladder/rules", a.Club.ShowLadderRules)
	get("/ladders/:ladder/history", a.Club.ShowLadderHistory)
	get("/ladders/:ladder/chronicle", a.Club.ShowLadderEvents)
	e.POST("/ladders/:ladder/join", a.Members(a.Club.JoinLadder))
	e.POST("/ladders/:ladder/leave", a.Members(a.Club.LeaveLadder))
	get("/ladders/:ladder/record", a.Members(a.Club.ShowRecord))
	e.POST("/ladders/:ladder/record", a.Members(a.Club.RecordGame))
	get("/ladders/:ladder/edit", a.Organisers(a.Club.EditLadder))
	e.POST("/ladders/:ladder/edit", a.Organisers(a.Club.SaveLadder))
	e.POST("/ladders/:ladder/edit/preview", a.Organisers(a.Club.PreviewLadder))
	get("/ladders/:ladder/add", a.Organisers(a.Club.ShowAdding))
	e.POST("/ladders/:ladder/add", a.Organisers(a.Club.AddToLadder))
	get("/ladders/:ladder/order", a.Organisers(a.Club.ShowOrder))
	e.POST("/ladders/:ladder/order", a.Organisers(a.Club.OrderLadder))
	get("/ladders/:ladder/correct", a.Organisers(a.Club.ShowCorrection))
	e.POST("/ladders/:ladder/correct", a.Organisers(a.Club.CorrectLadder))
	get("/ladders/:ladder/close", a.Organisers(a.Club.ConfirmClosing))
	e.POST("/ladders/:ladder/close", a.Organisers(a.Club.CloseLadder))
	get("/ladders/:ladder/challenge/:name", a.Members(a.Club.ConfirmChallenge))
	e.POST("/ladders/:ladder/challenge/:name", a.Members(a.Club.MakeChallenge))
	get("/challenges/:challenge", a.Club.ShowChallenge)
	get("/challenges/:challenge/correct", a.Organisers(a.Club.ShowResult))
	e.POST("/challenges/:challenge/correct", a.Organisers(a.Club.CorrectResult))
	e.POST("/challenges/:challenge/accept", a.Members(a.Club.ChallengeAction(a.DB.AcceptChallenge, "ladder.told-accepted")))
	e.POST("/challenges/:challenge/refuse", a.Members(a.Club.ChallengeAction(a.DB.RefuseChallenge, "ladder.told-refused")))
	e.POST("/challenges/:challenge/withdraw", a.Members(a.Club.ChallengeAction(a.DB.WithdrawChallenge, "ladder.told-withdrawn")))
	e.POST("/challenges/:challenge/decide", a.Organisers(a.Club.DecideChallenge))
}

// tournamentRoutes adds the routes of tournaments.
func (a *App) tournamentRoutes(e *echo.Echo, get func(path string, handler echo.HandlerFunc)) {
	const one = "/tournaments/:tournament"
	get("/tournaments", a.Guard.Held(a.Limits.Searches, a.Club.ShowTournaments))
	get("/tournaments/new", a.Organisers(a.Club.NewTournament))
	e.POST("/tournaments", a.Organisers(a.Guard.Held(a.Limits.Made, a.Club.CreateTournament)))
	get(one, a.Club.ShowTournament)
	get(one+"/rounds/:round", a.Club.ShowTournamentRound)
	get(one+"/rounds/:round/slips", a.Club.ShowSlips)
	get(page.Projector.Path(one), a.Club.PresentStandings)
	get(page.Projector.Path(one+"/rounds/:round"), a.Club.PresentRound)
	get(one+"/rounds/:round/results", a.Organisers(a.Club.ShowResults))
	e.POST(one+"/rounds/:round/results", a.Organisers(a.Club.EnterResults))
	e.POST(one+"/rounds/:round/results/undo", a.Organisers(a.Club.UndoResults))
	e.POST(one+"/rounds/:round/deadline", a.Organisers(a.Club.MoveDeadline))
	get(one+"/table", a.Club.ShowCrossTable)
	get(one+"/bracket", a.Club.ShowBracket)
	get(one+"/tiebreaks", a.Club.ShowTieBreaks)
	for name, file := range club.TournamentFiles() {
		for _, kind := range []string{"csv", "json"} {
			get(one+"/"+name+"."+kind, a.Guard.Held(a.Limits.Files, a.Club.TournamentFile(name, kind, file)))
		}
	}
	e.POST(one+"/enter", a.Club.EnterTournament)
	e.POST(one+"/leave", a.Club.LeaveTournament)
	e.POST(one+"/pause", a.Club.PauseTournament)
	e.POST(one+"/resume", a.Club.ResumeTournament)
	get(one+"/edit", a.Organisers(a.Club.EditTournament))
	e.POST(one+"/edit", a.Organisers(a.Club.UpdateTournament))
	e.POST(one+"/describe", a.Organisers(a.Club.DescribeTournament))
	get(one+"/organise", a.Organisers(a.Club.OrganiseTournament))
	e.POST(one+"/entrants", a.Organisers(a.Club.AddEntrants))
	e.POST(one+"/remove", a.Organisers(a.Club.Organiser("tournament.told-removed", a.Club.RemoveEntrant)))
	e.POST(one+"/numbers", a.Organisers(a.Club.Organiser("tournament.told-numbers", a.Club.RenumberEntrants)))
	e.POST(one+"/begin", a.Organisers(a.Club.Organiser("tournament.told-begun", a.Club.BeginTournament)))
	get(one+"/pair", a.Organisers(a.Club.ShowProposal))
	e.POST(one+"/pair", a.Organisers(a.Club.PublishRound))
	e.POST(one+"/finish", a.Organisers(a.Club.Organiser("tournament.told-finished", a.Club.FinishTournament)))
	e.POST(one+"/reopen", a.Organisers(a.Club.Organiser("tournament.told-reopened", a.Club.ReopenTournament)))
	e.POST(one+"/off", a.Organisers(a.Club.Organiser("tournament.told-off", a.Club.CallOffTournament)))
}
