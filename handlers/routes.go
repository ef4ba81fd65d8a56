package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"hexclub/static"
	"hexclub/views/page"
)

// maxBody is the size of the largest request that is read.
const maxBody = "64K"

// limitBody refuses requests that are too large. Lists of members may be larger than
// others.
func limitBody() echo.MiddlewareFunc {
	others := middleware.BodyLimitWithConfig(middleware.BodyLimitConfig{Limit: maxBody, Skipper: bringsList})
	lists := middleware.BodyLimitWithConfig(middleware.BodyLimitConfig{Limit: maxList})
	return func(next echo.HandlerFunc) echo.HandlerFunc { return others(lists(next)) }
}

// Router returns the router with all routes of the site. readCosts has the cost of reading them.
func (a *App) Router() *echo.Echo {
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = a.fail
	e.IPExtractor = a.Guard.remoteAddress()
	e.Use(
		// These come first, so that every answer has an id, a line in the log and the headers, also
		// those of the middlewares below.
		a.Guard.identify,
		a.Guard.logRequests,
		a.Guard.recoverPanics(),
		a.Guard.securityHeaders,

		// These reject requests at little cost: before a body is read or the database is asked.
		// giveWayRejected answers what all those below it reject.
		a.Guard.giveWayRejected,
		a.Guard.pace,
		a.Guard.keepOut,
		limitBody(), // before anything reads the body
		a.Guard.sameOrigin,
		a.Guard.limitReads,
		a.Guard.limitWrites,

		// The form is read before giveWay: a slow client does not hold a slot.
		readForm,
		a.Guard.giveWay,

		// These may ask the database, so they run with the request's slot and priority.
		a.sameReader,
		a.noteVisit,
		a.renewEnded,
		a.Guard.compressor.compress, // last: it changes the answers of handlers alone
	)

	get := func(path string, handler echo.HandlerFunc) {
		e.Match([]string{http.MethodGet, http.MethodHead}, path, handler)
	}
	get("/", a.home)
	get("/desk", a.showDesk)
	e.GET("/events", a.deskEvents)
	get("/next", a.nextGame)
	get("/archive", a.Guard.held(a.limits.searches, a.Play.showOwnArchive))
	get("/people/:name", a.Guard.held(a.limits.searches, a.Play.showPerson))
	get("/people/:name/games", a.Guard.held(a.limits.searches, a.Play.showArchive))
	e.POST("/people/:name/block", a.Play.blockPerson)
	get("/rules", a.Learn.showAllRules)
	get("/rules/glossary", a.Learn.showGlossary)
	get("/rules/:game", a.Learn.showRules)
	get("/rules/:game/sheet", a.Learn.showRulesSheet)
	get("/rules/:game/figures/:rule", a.Learn.showFigure)
	get("/learn", a.Learn.showCourses)
	get("/learn/:game", a.Learn.showCourse)
	e.POST("/learn/:game/:lesson", a.Learn.playLesson)
	for _, place := range []page.Place{page.OnSite, page.Embedded, page.Projector} {
		show := func(path string, handler echo.HandlerFunc) {
			if place == page.Embedded {
				handler = framable(handler)
			}
			get(string(place)+path, handler)
		}
		show("/learn/:game/:lesson", a.Learn.showLesson(place))
		show("/learn/:game/:lesson/board", a.Learn.showLessonBoard(place))
		show("/analysis/:game", a.Learn.showAnalysis(place))
		show("/analysis/:game/board", a.Learn.showAnalysisBoard(place))
	}

	get("/analysis/:game/hint", a.Learn.showAnalysisHint)
	get("/analysis/:game/board.svg", a.Learn.analysisSVG)
	get("/analysis/:game/board.png", a.Guard.held(a.limits.drawings, a.Learn.analysisPNG))

	get("/games", a.Play.showCurrent)
	get("/games/boards", a.Play.showCurrentBoards)
	e.GET("/games/events", a.Play.currentEvents)
	get("/lobby", a.Play.showLobby)
	get("/lobby/list", a.Play.showLobbyList)
	e.GET("/lobby/events", a.Play.lobbyEvents)
	e.POST("/play-now", a.Play.playNow)
	e.POST("/play-bot", a.Play.playBot)
	get("/games/new", a.Play.newGame)
	e.POST("/games", a.Play.createGame)
	get("/games/:id", a.Play.showGame)
	get("/games/:id/board", a.Play.showBoard)
	get("/games/:id/hint", a.Play.showHint)
	e.GET("/games/:id/events", a.Play.gameEvents)
	e.POST("/games/:id/turns", a.Play.playTurn)
	get("/games/:id/turns/:turn", a.Play.showTurn)
	get("/games/:id/turns/:turn/:step", a.Play.showStep)
	e.POST("/games/:id/resign", a.Play.does(a.DB.Resign))
	e.POST("/games/:id/draw", a.Play.does(a.DB.OfferDraw))
	e.POST("/games/:id/takeback", a.Play.does(a.DB.AskTakeback))
	e.POST("/games/:id/accept", a.Play.answers(a.DB.Accept))
	e.POST("/games/:id/decline", a.Play.answers(a.DB.Decline))
	e.POST("/games/:id/seats", a.Play.takeSeat)
	e.POST("/games/:id/leave", a.Play.leaveSeat)
	e.POST("/games/:id/abort", a.Play.abort)
	e.POST("/games/:id/rematch", a.Play.rematch)
	get("/matches/:id", a.Play.showMatch)
	get("/pairings/:pairing", a.Club.showPairing)
	e.POST("/pairings/:pairing/enter", a.Club.enterResult)
	e.POST("/pairings/:pairing/confirm", a.Club.confirmResult)
	e.POST("/pairings/:pairing/contest", a.Club.contestResult)
	e.POST("/pairings/:pairing/decide", a.organisers(a.Club.decidePairing))
	get("/games/:id/chat", a.Play.showChat)
	get("/games/:id/chat/news", a.Play.showChatNews)
	e.POST("/games/:id/chat", a.Play.sendMessage)
	e.POST("/games/:id/chat/mute", a.Play.muteChat)
	e.POST("/games/:id/chat/remove", a.organisers(a.Play.removeMessage))
	e.POST("/games/:id/chat/block", a.Play.blockPlayer)
	get("/games/:id/record.txt", a.Play.recordText)
	get("/games/:id/record.json", a.Play.recordJSON)
	get("/join/:invite", a.Play.showInvitation)
	e.POST("/join/:invite", a.Play.join)

	get("/signup", a.Account.showSignUp)
	e.POST("/signup", a.Account.signUp)
	get("/login", a.Account.showLogIn)
	e.POST("/login", a.Account.logIn)
	get("/login/forgotten", a.Account.showForgotten)
	get("/reset/:reset", a.Account.showReset)
	e.POST("/reset/:reset", a.Account.useReset)
	get("/first-admin/:offer", a.Account.showFirstAdmin)
	e.POST("/first-admin/:offer", a.Account.becomeAdmin)
	e.POST("/logout", a.Account.logOut)
	get("/invited/:link", a.Account.showInvited)
	e.POST("/invited/:link", a.Account.acceptInvitation)
	get("/settings", a.Account.showSettings)
	e.POST("/settings/confirm", a.Account.setConfirm)
	e.POST("/settings/chat", a.Account.setChats)
	e.POST("/settings/unblock", a.Account.unblock)
	e.POST("/settings/look", a.Account.setLook)
	e.POST("/settings/sessions", a.Account.revokeSessions)
	get("/settings/password", a.Account.showPassword)
	e.POST("/settings/password", a.Account.changePassword)
	get("/settings/games.json", a.Guard.held(a.limits.files, a.Account.downloadJSON))
	get("/settings/games.txt", a.Guard.held(a.limits.files, a.Account.downloadText))
	get("/settings/delete", a.Account.showDeletion)
	e.POST("/settings/delete", a.Account.deletePerson)
	e.POST("/language", a.Account.setLanguage)
	a.Account.mailRoutes(e, get)

	get("/privacy", a.Account.showPrivacy)
	get("/club", a.Club.showClub)
	get("/club/log", a.members(a.Guard.held(a.limits.searches, a.Club.showLog)))
	get("/club/members", a.members(a.Guard.held(a.limits.searches, a.Club.showMembers)))
	get("/club/members/:member", a.organisers(a.Club.showMember))
	e.POST("/club/members/:member/role", a.admins(a.Club.setRole))
	e.POST("/club/members/:member/invitation", a.organisers(a.Guard.held(a.limits.made, a.Club.inviteMember)))
	e.POST("/club/members/:member/reset", a.admins(a.Club.resetMember))
	e.POST("/club/members/:member/name", a.organisers(a.Club.renameMember))
	e.POST("/club/members/:member/remove", a.organisers(a.Club.removeMember))
	e.POST("/club/members/:member/close", a.organisers(a.Club.closeMember))
	e.POST("/club/members/:member/open", a.organisers(a.Club.openMember))
	get("/club/invitations", a.organisers(a.Club.showInvitations))
	e.POST("/club/invitations", a.organisers(a.Guard.held(a.limits.made, a.Club.invite)))
	e.POST("/club/invitations/:invitation/revoke", a.organisers(a.Club.revokeInvitation))
	get(listPath, a.organisers(a.Club.showImport))
	e.POST(listPath, a.organisers(a.Guard.held(a.limits.made, a.Club.withList(a.Club.importMembers))))
	e.POST(listPath+"/links", a.organisers(a.Guard.held(a.limits.made, a.Club.withList(a.Club.renewLinks))))
	e.POST(listPath+"/links.csv", a.organisers(a.Guard.held(a.limits.made, a.Club.withList(a.Club.downloadLinks))))
	get("/club/settings", a.admins(a.Club.showClubSettings))
	e.POST("/club/settings", a.admins(a.Club.setClub))
	get("/admin", a.admins(a.Ops.showAdmin))
	get("/admin/bans", a.admins(a.Ops.showBans))
	e.POST("/admin/bans", a.admins(a.Ops.banAddress))
	e.POST("/admin/bans/lift", a.admins(a.Ops.liftBan))
	get("/seasons", a.Club.showSeasons)
	e.POST("/seasons", a.organisers(a.Guard.held(a.limits.made, a.Club.newSeason)))
	get("/seasons/:season", a.Club.showSeason)
	e.POST("/seasons/:season", a.organisers(a.Club.renameSeason))
	e.POST("/seasons/:season/status", a.organisers(a.Club.setSeason))
	a.tournamentRoutes(e, get)
	a.ladderRoutes(e, get)

	get("/healthz", echo.WrapHandler(http.HandlerFunc(a.Ops.healthz)))
	get("/readyz", a.Ops.readyz)
	get(static.Prefix+"*", echo.WrapHandler(a.static))
	return e
}

// ladderRoutes are those of ladders and of challenges on them.
func (a *App) ladderRoutes(e *echo.Echo, get func(string, echo.HandlerFunc)) {
	get("/seasons/:season/ladders/new", a.organisers(a.Club.newLadder))
	e.POST("/seasons/:season/ladders", a.organisers(a.Guard.held(a.limits.made, a.Club.createLadder)))
	get("/ladders/:ladder", a.Club.showLadder)
	get("/ladders/:ladder/rules", a.Club.showLadderRules)
	get("/ladders/:ladder/history", a.Club.showLadderHistory)
	get("/ladders/:ladder/chronicle", a.Club.showLadderEvents)
	e.POST("/ladders/:ladder/join", a.members(a.Club.joinLadder))
	e.POST("/ladders/:ladder/leave", a.members(a.Club.leaveLadder))
	get("/ladders/:ladder/edit", a.organisers(a.Club.editLadder))
	e.POST("/ladders/:ladder/edit", a.organisers(a.Club.saveLadder))
	get("/ladders/:ladder/correct", a.organisers(a.Club.showCorrection))
	e.POST("/ladders/:ladder/correct", a.organisers(a.Club.correctLadder))
	e.POST("/ladders/:ladder/close", a.organisers(a.Club.closeLadder))
	get("/ladders/:ladder/challenge/:name", a.members(a.Club.confirmChallenge))
	e.POST("/ladders/:ladder/challenge/:name", a.members(a.Club.makeChallenge))
	get("/challenges/:challenge", a.Club.showChallenge)
	e.POST("/challenges/:challenge/accept", a.members(a.Club.answersChallenge(a.DB.AcceptChallenge, "ladder.told-accepted")))
	e.POST("/challenges/:challenge/refuse", a.members(a.Club.answersChallenge(a.DB.RefuseChallenge, "ladder.told-refused")))
	e.POST("/challenges/:challenge/withdraw", a.members(a.Club.answersChallenge(a.DB.WithdrawChallenge, "ladder.told-withdrawn")))
	e.POST("/challenges/:challenge/decide", a.organisers(a.Club.decideChallenge))
}

// tournamentRoutes adds the addresses of tournaments.
func (a *App) tournamentRoutes(e *echo.Echo, get func(path string, handler echo.HandlerFunc)) {
	const one = "/tournaments/:tournament"
	get("/tournaments/new", a.organisers(a.Club.newTournament))
	e.POST("/tournaments", a.organisers(a.Guard.held(a.limits.made, a.Club.createTournament)))
	get(one, a.Club.showTournament)
	get(one+"/rounds/:round", a.Club.showTournamentRound)
	get(one+"/table", a.Club.showCrossTable)
	get(one+"/bracket", a.Club.showBracket)
	get(one+"/tiebreaks", a.Club.showTieBreaks)
	for name, file := range tournamentFiles() {
		for _, kind := range []string{"csv", "json"} {
			get(one+"/"+name+"."+kind, a.Guard.held(a.limits.files, a.Club.tournamentFile(name, kind, file)))
		}
	}
	e.POST(one+"/enter", a.Club.enterTournament)
	e.POST(one+"/leave", a.Club.leaveTournament)
	get(one+"/edit", a.organisers(a.Club.editTournament))
	e.POST(one+"/edit", a.organisers(a.Club.updateTournament))
	get(one+"/organise", a.organisers(a.Club.organiseTournament))
	e.POST(one+"/entrants", a.organisers(a.Club.organiser("tournament.told-added", a.Club.addEntrant)))
	e.POST(one+"/remove", a.organisers(a.Club.organiser("tournament.told-removed", a.Club.removeEntrant)))
	e.POST(one+"/numbers", a.organisers(a.Club.organiser("tournament.told-numbers", a.Club.renumberEntrants)))
	e.POST(one+"/begin", a.organisers(a.Club.organiser("tournament.told-begun", a.Club.beginTournament)))
	get(one+"/pair", a.organisers(a.Club.showProposal))
	e.POST(one+"/pair", a.organisers(a.Club.publishRound))
	e.POST(one+"/finish", a.organisers(a.Club.organiser("tournament.told-finished", a.Club.finishTournament)))
	e.POST(one+"/reopen", a.organisers(a.Club.organiser("tournament.told-reopened", a.Club.reopenTournament)))
	e.POST(one+"/off", a.organisers(a.Club.organiser("tournament.told-off", a.Club.callOffTournament)))
}
