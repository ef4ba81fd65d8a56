package board

import (
	"strings"

	"hexclub/rules"
	"hexclub/views/draw"
	"hexclub/views/i18n"
	"hexclub/views/page"
)

// A Card is the picture of a page in previews. It has few words, so that it is the same in all languages. Texts with
// letters that the font lacks, such as Hangul, are left out.
type Card struct {
	Club   string // name of the site, next to its mark
	Title  string
	Lines  []CardLine
	Figure draw.Drawing // a board or a pattern; none without shapes
}

// A CardLine is a text and a value, such as a player and the points.
type CardLine struct{ Text, Value string }

// NewFigure draws a position for a card: without the names of its cells.
func NewFigure(t *i18n.Catalog, game rules.Game, st rules.State) (draw.Drawing, error) {
	look := page.DefaultLook()
	look.Names = false
	return NewDrawing(t, game, st, look)
}

// GameFigure draws a typical position of a game for a card.
func GameFigure(t *i18n.Catalog, game rules.Game) (draw.Drawing, error) {
	st, err := game.New(rules.Setup{Position: PicturePosition(game.Info().Key)})
	if err != nil {
		return draw.Drawing{}, err
	}
	return NewFigure(t, game, st)
}

// AvatarFigure draws the avatar of an account for a card.
func AvatarFigure(id string) draw.Drawing {
	d := draw.Drawing{X: -13, Y: -15, Width: 26, Height: 30}
	for _, part := range page.AvatarParts(id) {
		d.Shapes = append(d.Shapes, draw.Shape{Path: part.Path, Fill: part.Colour})
	}
	return d
}

// The measures of a card, in tenths of a pixel.
const (
	cardWidth, cardHeight = 10 * page.PreviewWidth, 10 * page.PreviewHeight
	cardMargin            = 480
	cardText              = 6400 // left side of texts next to a figure
	cardTitle, cardSmall  = 680, 440
	cardLeading           = 1.3 // height of a line, in sizes of its letters
	cardMark              = 720
)

// Draw draws the card.
func (c Card) Draw() (draw.Drawing, error) {
	p := cardPainter{ink: paper()["on-felt"], quiet: paper()["table-line"]}
	p.Width, p.Height, p.Ground = cardWidth, cardHeight, paper()["felt"]
	var err error
	if p.medium, err = draw.Medium(); err != nil {
		return p.Drawing, err
	}
	if p.bold, err = draw.Bold(); err != nil {
		return p.Drawing, err
	}
	p.left = cardMargin
	titled := c.Title != "" && p.bold.Has(c.Title)
	if len(c.Figure.Shapes) > 0 {
		width := cardWidth - 2*cardMargin
		if titled {
			width = cardText - 2*cardMargin
			p.left = cardText
		}
		p.Shapes = c.Figure.Within(cardMargin, cardMargin, width, cardHeight-2*cardMargin)
	}
	if titled {
		if err := p.texts(c); err != nil {
			return p.Drawing, err
		}
	}
	if c.Club == c.Title {
		c.Club = ""
	}
	err = p.mark(c.Club)
	return p.Drawing, err
}

// A cardPainter is a card that is being made.
type cardPainter struct {
	draw.Drawing
	medium, bold *draw.Letters
	ink, quiet   string // colours
	left         int    // side of the texts
}

// texts writes the title and the lines from the top, as far as there is room.
func (p *cardPainter) texts(c Card) error {
	titles, err := p.wrap(c.Title, 3)
	if err != nil {
		return err
	}
	y := cardMargin
	for _, line := range titles {
		y += cardTitle
		if err := p.write(p.bold, line, p.left, y, cardTitle, p.ink); err != nil {
			return err
		}
		y += cardTitle / 5
	}
	y += cardSmall / 2
	for _, line := range c.Lines {
		if !p.medium.Has(line.Text) || !p.medium.Has(line.Value) {
			continue
		}
		if y += int(cardSmall * cardLeading); y > cardHeight-cardMargin-cardMark-cardSmall/2 {
			break
		}
		if err := p.line(line, y); err != nil {
			return err
		}
	}
	return nil
}

// line writes a line, its value at the right side.
func (p *cardPainter) line(line CardLine, y int) error {
	width, err := p.bold.Width(line.Value, cardSmall)
	if err != nil {
		return err
	}
	right := cardWidth - cardMargin - int(width)
	text, err := p.cut(p.medium, line.Text, cardSmall, right-p.left-cardSmall)
	if err != nil {
		return err
	}
	if err := p.write(p.medium, text, p.left, y, cardSmall, p.ink); err != nil {
		return err
	}
	return p.write(p.bold, line.Value, right, y, cardSmall, p.ink)
}

// mark draws the mark of the site at the foot, with the name of the club.
func (p *cardPainter) mark(club string) error {
	y := cardHeight - cardMargin - cardMark
	p.Shapes = append(p.Shapes, draw.Mark().Within(cardWidth-cardMargin-cardMark, y, cardMark, cardMark)...)
	if !p.medium.Has(club) {
		return nil
	}
	room := cardWidth - 2*cardMargin - cardMark - p.left
	text, err := p.cut(p.medium, club, cardSmall, room)
	if err != nil {
		return err
	}
	width, err := p.medium.Width(text, cardSmall)
	if err != nil {
		return err
	}
	return p.write(p.medium, text, cardWidth-cardMargin-cardMark-cardSmall/2-int(width), y+cardMark/2+cardSmall/3, cardSmall, p.quiet)
}

// wrap divides a title into lines, at most so many.
func (p *cardPainter) wrap(title string, most int) (lines []string, err error) {
	room := cardWidth - cardMargin - p.left
	line := ""
	for _, word := range strings.Fields(title) {
		longer := strings.TrimSpace(line + " " + word)
		width, err := p.bold.Width(longer, cardTitle)
		if err != nil {
			return nil, err
		}
		if line != "" && int(width) > room && len(lines) < most-1 {
			lines, line = append(lines, line), word
		} else {
			line = longer
		}
	}
	lines = append(lines, line)
	for i, line := range lines {
		if lines[i], err = p.cut(p.bold, line, cardTitle, room); err != nil {
			return nil, err
		}
	}
	return lines, nil
}

// cut shortens a text that is wider than the room for it.
func (p *cardPainter) cut(letters *draw.Letters, text string, size float64, room int) (string, error) {
	cut := []rune(text)
	for shown := text; ; shown = string(cut) + "…" {
		width, err := letters.Width(shown, size)
		if err != nil || int(width) <= room || len(cut) == 0 {
			return shown, err
		}
		cut = cut[:len(cut)-1]
	}
}

// write writes a text from x.
func (p *cardPainter) write(letters *draw.Letters, text string, x, y int, size float64, ink string) error {
	path, _, err := letters.PathFrom(text, size)
	if err == nil {
		p.Shapes = append(p.Shapes, draw.Shape{Path: path, X: x, Y: y, Fill: ink})
	}
	return err
}
