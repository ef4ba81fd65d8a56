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
	e.IPExtractor = a.remoteAddress()
	e.Use(
		// These come first, so that every answer has an id, a line in the log and the headers, also
		// those of the middlewares below.
		a.identify,
		a.logRequests,
		a.recoverPanics(),
		a.securityHeaders,

		// These reject requests at little cost: before a body is read or the database is asked.
		// giveWayRejected answers what all those below it reject.
		a.giveWayRejected,
		a.pace,
		a.keepOut,
		limitBody(), // before anything reads the body
		a.sameOrigin,
		a.limitReads,
		a.limitWrites,

		// The form is read before giveWay: a slow client does not hold a slot.
		readForm,
		a.giveWay,

		// These may ask the database, so they run with the request's slot and priority.
		a.sameReader,
		a.noteVisit,
		a.renewEnded,
		a.compressor.compress, // last: it changes the answers of handlers alone
	)

	get := func(path string, handler echo.HandlerFunc) {
		e.Match([]string{http.MethodGet, http.MethodHead}, path, handler)
	}
	get("/", a.home)
	get("/desk", a.showDesk)
	e.GET("/events", a.deskEvents)
	get("/next", a.nextGame)
	get("/archive", a.held(a.limits.searches, a.showOwnArchive))
	get("/people/:name", a.held(a.limits.searches, a.showPerson))
	get("/people/:name/games", a.held(a.limits.searches, a.showArchive))
	e.POST("/people/:name/block", a.blockPerson)
	get("/rules", a.showAllRules)
	get("/rules/glossary", a.showGlossary)
	get("/rules/:game", a.showRules)
	get("/rules/:game/sheet", a.showRulesSheet)
	get("/rules/:game/figures/:rule", a.showFigure)
	get("/learn", a.showCourses)
	get("/learn/:game", a.showCourse)
	e.POST("/learn/:game/:lesson", a.playLesson)
	for _, place := range []page.Place{page.OnSite, page.Embedded, page.Projector} {
		show := func(path string, handler echo.HandlerFunc) {
			if place == page.Embedded {
				handler = framable(handler)
			}
			get(string(place)+path, handler)
		}
		show("/learn/:game/:lesson", a.showLesson(place))
		show("/learn/:game/:lesson/board", a.showLessonBoard(place))
		show("/analysis/:game", a.showAnalysis(place))
		show("/analysis/:game/board", a.showAnalysisBoard(place))
	}

	get("/analysis/:game/hint", a.showAnalysisHint)
	get("/analysis/:game/board.svg", a.analysisSVG)
	get("/analysis/:game/board.png", a.held(a.limits.drawings, a.analysisPNG))

	get("/games", a.showCurrent)
	get("/games/boards", a.showCurrentBoards)
	e.GET("/games/events", a.currentEvents)
	get("/lobby", a.showLobby)
	get("/lobby/list", a.showLobbyList)
	e.GET("/lobby/events", a.lobbyEvents)
	e.POST("/play-now", a.playNow)
	e.POST("/play-bot", a.playBot)
	get("/games/new", a.newGame)
	e.POST("/games", a.createGame)
	get("/games/:id", a.showGame)
	get("/games/:id/board", a.showBoard)
	get("/games/:id/hint", a.showHint)
	e.GET("/games/:id/events", a.gameEvents)
	e.POST("/games/:id/turns", a.playTurn)
	get("/games/:id/turns/:turn", a.showTurn)
	get("/games/:id/turns/:turn/:step", a.showStep)
	e.POST("/games/:id/resign", a.does(a.DB.Resign))
	e.POST("/games/:id/draw", a.does(a.DB.OfferDraw))
	e.POST("/games/:id/takeback", a.does(a.DB.AskTakeback))
	e.POST("/games/:id/accept", a.answers(a.DB.Accept))
	e.POST("/games/:id/decline", a.answers(a.DB.Decline))
	e.POST("/games/:id/seats", a.takeSeat)
	e.POST("/games/:id/leave", a.leaveSeat)
	e.POST("/games/:id/abort", a.abort)
	e.POST("/games/:id/rematch", a.rematch)
	get("/matches/:id", a.showMatch)
	get("/pairings/:pairing", a.showPairing)
	e.POST("/pairings/:pairing/enter", a.enterResult)
	e.POST("/pairings/:pairing/confirm", a.confirmResult)
	e.POST("/pairings/:pairing/contest", a.contestResult)
	e.POST("/pairings/:pairing/decide", a.organisers(a.decidePairing))
	get("/games/:id/chat", a.showChat)
	get("/games/:id/chat/news", a.showChatNews)
	e.POST("/games/:id/chat", a.sendMessage)
	e.POST("/games/:id/chat/mute", a.muteChat)
	e.POST("/games/:id/chat/remove", a.organisers(a.removeMessage))
	e.POST("/games/:id/chat/block", a.blockPlayer)
	get("/games/:id/record.txt", a.recordText)
	get("/games/:id/record.json", a.recordJSON)
	get("/join/:invite", a.showInvitation)
	e.POST("/join/:invite", a.join)

	get("/signup", a.showSignUp)
	e.POST("/signup", a.signUp)
	get("/login", a.showLogIn)
	e.POST("/login", a.logIn)
	get("/login/forgotten", a.showForgotten)
	get("/reset/:reset", a.showReset)
	e.POST("/reset/:reset", a.useReset)
	get("/first-admin/:offer", a.showFirstAdmin)
	e.POST("/first-admin/:offer", a.becomeAdmin)
	e.POST("/logout", a.logOut)
	get("/invited/:link", a.showInvited)
	e.POST("/invited/:link", a.acceptInvitation)
	get("/settings", a.showSettings)
	e.POST("/settings/confirm", a.setConfirm)
	e.POST("/settings/chat", a.setChats)
	e.POST("/settings/unblock", a.unblock)
	e.POST("/settings/look", a.setLook)
	e.POST("/settings/sessions", a.revokeSessions)
	get("/settings/password", a.showPassword)
	e.POST("/settings/password", a.changePassword)
	get("/settings/games.json", a.held(a.limits.files, a.downloadJSON))
	get("/settings/games.txt", a.held(a.limits.files, a.downloadText))
	get("/settings/delete", a.showDeletion)
	e.POST("/settings/delete", a.deletePerson)
	e.POST("/language", a.setLanguage)
	a.mailRoutes(e, get)

	get("/privacy", a.showPrivacy)
	get("/club", a.showClub)
	get("/club/log", a.members(a.held(a.limits.searches, a.showLog)))
	get("/club/members", a.members(a.held(a.limits.searches, a.showMembers)))
	get("/club/members/:member", a.organisers(a.showMember))
	e.POST("/club/members/:member/role", a.admins(a.setRole))
	e.POST("/club/members/:member/invitation", a.organisers(a.held(a.limits.made, a.inviteMember)))
	e.POST("/club/members/:member/reset", a.admins(a.resetMember))
	e.POST("/club/members/:member/name", a.organisers(a.renameMember))
	e.POST("/club/members/:member/remove", a.organisers(a.removeMember))
	e.POST("/club/members/:member/close", a.organisers(a.closeMember))
	e.POST("/club/members/:member/open", a.organisers(a.openMember))
	get("/club/invitations", a.organisers(a.showInvitations))
	e.POST("/club/invitations", a.organisers(a.held(a.limits.made, a.invite)))
	e.POST("/club/invitations/:invitation/revoke", a.organisers(a.revokeInvitation))
	get(listPath, a.organisers(a.showImport))
	e.POST(listPath, a.organisers(a.held(a.limits.made, a.withList(a.importMembers))))
	e.POST(listPath+"/links", a.organisers(a.held(a.limits.made, a.withList(a.renewLinks))))
	e.POST(listPath+"/links.csv", a.organisers(a.held(a.limits.made, a.withList(a.downloadLinks))))
	get("/club/settings", a.admins(a.showClubSettings))
	e.POST("/club/settings", a.admins(a.setClub))
	get("/admin", a.admins(a.showAdmin))
	get("/admin/bans", a.admins(a.showBans))
	e.POST("/admin/bans", a.admins(a.banAddress))
	e.POST("/admin/bans/lift", a.admins(a.liftBan))
	get("/seasons", a.showSeasons)
	e.POST("/seasons", a.organisers(a.held(a.limits.made, a.newSeason)))
	get("/seasons/:season", a.showSeason)
	e.POST("/seasons/:season", a.organisers(a.renameSeason))
	e.POST("/seasons/:season/status", a.organisers(a.setSeason))
	a.tournamentRoutes(e, get)
	a.ladderRoutes(e, get)

	get("/healthz", echo.WrapHandler(http.HandlerFunc(a.healthz)))
	get("/readyz", a.readyz)
	get(static.Prefix+"*", echo.WrapHandler(a.static))
	return e
}

// ladderRoutes are those of ladders and of challenges on them.
func (a *App) ladderRoutes(e *echo.Echo, get func(string, echo.HandlerFunc)) {
	get("/seasons/:season/ladders/new", a.organisers(a.newLadder))
	e.POST("/seasons/:season/ladders", a.organisers(a.held(a.limits.made, a.createLadder)))
	get("/ladders/:ladder", a.showLadder)
	get("/ladders/:ladder/rules", a.showLadderRules)
	get("/ladders/:ladder/history", a.showLadderHistory)
	get("/ladders/:ladder/chronicle", a.showLadderEvents)
	e.POST("/ladders/:ladder/join", a.members(a.joinLadder))
	e.POST("/ladders/:ladder/leave", a.members(a.leaveLadder))
	get("/ladders/:ladder/edit", a.organisers(a.editLadder))
	e.POST("/ladders/:ladder/edit", a.organisers(a.saveLadder))
	get("/ladders/:ladder/correct", a.organisers(a.showCorrection))
	e.POST("/ladders/:ladder/correct", a.organisers(a.correctLadder))
	e.POST("/ladders/:ladder/close", a.organisers(a.closeLadder))
	get("/ladders/:ladder/challenge/:name", a.members(a.confirmChallenge))
	e.POST("/ladders/:ladder/challenge/:name", a.members(a.makeChallenge))
	get("/challenges/:challenge", a.showChallenge)
	e.POST("/challenges/:challenge/accept", a.members(a.answersChallenge(a.DB.AcceptChallenge, "ladder.told-accepted")))
	e.POST("/challenges/:challenge/refuse", a.members(a.answersChallenge(a.DB.RefuseChallenge, "ladder.told-refused")))
	e.POST("/challenges/:challenge/withdraw", a.members(a.answersChallenge(a.DB.WithdrawChallenge, "ladder.told-withdrawn")))
	e.POST("/challenges/:challenge/decide", a.organisers(a.decideChallenge))
}

// tournamentRoutes adds the addresses of tournaments.
func (a *App) tournamentRoutes(e *echo.Echo, get func(path string, handler echo.HandlerFunc)) {
	const one = "/tournaments/:tournament"
	get("/tournaments/new", a.organisers(a.newTournament))
	e.POST("/tournaments", a.organisers(a.held(a.limits.made, a.createTournament)))
	get(one, a.showTournament)
	get(one+"/rounds/:round", a.showTournamentRound)
	get(one+"/table", a.showCrossTable)
	get(one+"/bracket", a.showBracket)
	get(one+"/tiebreaks", a.showTieBreaks)
	for name, file := range tournamentFiles() {
		for _, kind := range []string{"csv", "json"} {
			get(one+"/"+name+"."+kind, a.held(a.limits.files, a.tournamentFile(name, kind, file)))
		}
	}
	e.POST(one+"/enter", a.enterTournament)
	e.POST(one+"/leave", a.leaveTournament)
	get(one+"/edit", a.organisers(a.editTournament))
	e.POST(one+"/edit", a.organisers(a.updateTournament))
	get(one+"/organise", a.organisers(a.organiseTournament))
	e.POST(one+"/entrants", a.organisers(a.organiser("tournament.told-added", a.addEntrant)))
	e.POST(one+"/remove", a.organisers(a.organiser("tournament.told-removed", a.removeEntrant)))
	e.POST(one+"/numbers", a.organisers(a.organiser("tournament.told-numbers", a.renumberEntrants)))
	e.POST(one+"/begin", a.organisers(a.organiser("tournament.told-begun", a.beginTournament)))
	get(one+"/pair", a.organisers(a.showProposal))
	e.POST(one+"/pair", a.organisers(a.publishRound))
	e.POST(one+"/finish", a.organisers(a.organiser("tournament.told-finished", a.finishTournament)))
	e.POST(one+"/reopen", a.organisers(a.organiser("tournament.told-reopened", a.reopenTournament)))
	e.POST(one+"/off", a.organisers(a.organiser("tournament.told-off", a.callOffTournament)))
}
