package compress

import (
	"bytes"
	"io"
	"net/http"
	"runtime"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/labstack/echo/v4"

	"hexclub/handlers/web"
	"hexclub/static"
)

// minSize is the size of the smallest response that is compressed, in bytes.
const minSize = 600

// A Compressor compresses responses with gzip. It is created once for a site: Echo calls middleware
// functions for every request, so they cannot keep anything.
type Compressor struct {
	pages writers // also for answers that are compressed once and sent to many
	parts writers
}

// PageLevel is the level of pages.
const PageLevel = 5

// New returns a Compressor.
//
// Pages get a tenth to a seventh smaller on the fifth level than on the fastest, and take twice as long. Parts of
// pages, which a site with many games sends most often, are compressed on the fastest: with many games at once, the
// tables of higher levels do not fit into caches.
func New() *Compressor {
	return &Compressor{pages: newWriters(PageLevel), parts: newWriters(gzip.BestSpeed)}
}

// writers are writers of one level that all requests share. A writer takes about a megabyte, and creating one takes
// longer than compressing a board.
//
// Up to eight are kept permanently. A sync.Pool would lose them in garbage collections, and for requests on another
// core.
type writers struct {
	level int
	idle  chan *gzip.Writer
}

func newWriters(level int) writers {
	return writers{level, make(chan *gzip.Writer, min(8, 2*runtime.NumCPU()))}
}

// take returns a writer that writes to w.
func (z writers) take(w io.Writer) *gzip.Writer {
	var writer *gzip.Writer
	select {
	case writer = <-z.idle:
	default:
		writer, _ = gzip.NewWriterLevel(nil, z.level) // the level exists
	}
	writer.Reset(w)
	return writer
}

// keep keeps a writer for later, unless there are enough.
func (z writers) keep(writer *gzip.Writer) {
	writer.Reset(nil) // does not keep the response in memory
	select {
	case z.idle <- writer:
	default:
	}
}

// zip compresses a text.
func (z *Compressor) zip(text []byte) ([]byte, error) {
	var zipped bytes.Buffer
	writer := z.pages.take(&zipped)
	defer z.pages.keep(writer)
	if _, err := writer.Write(text); err != nil {
		return nil, err
	}
	err := writer.Close()
	return zipped.Bytes(), err
}

// Compress is a middleware that compresses pages. Static files are stored compressed, PNG does not
// get smaller, and streams are not buffered.
//
// A request takes a writer only when it has something to compress, unlike in Echo's own middleware.
// Responses are rendered before they are sent, so few requests hold a writer at the same time.
func (z *Compressor) Compress(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		path := c.Request().URL.Path
		if strings.HasPrefix(path, static.Prefix) || strings.HasSuffix(path, ".png") || strings.HasSuffix(path, "/events") {
			return next(c)
		}
		answer := c.Response()
		answer.Header().Add(echo.HeaderVary, echo.HeaderAcceptEncoding)
		if !strings.Contains(c.Request().Header.Get(echo.HeaderAcceptEncoding), "gzip") {
			return next(c)
		}
		w := &zipped{ResponseWriter: answer.Writer, writers: z.pages}
		if web.IsHTMX(c) {
			w.writers = z.parts
		}
		answer.Writer = w
		defer func() {
			answer.Writer = w.ResponseWriter // for an error's page
			w.end()
		}()
		return next(c)
	}
}

// A zipped is a response that is compressed if it is large enough.
type zipped struct {
	http.ResponseWriter
	writers writers
	zipper  *gzip.Writer // nil before the compression starts
	status  int          // sent with the first part
	held    []byte       // until the size is known to suffice
}

func (z *zipped) WriteHeader(status int) { z.status = status }

func (z *zipped) Write(part []byte) (n int, err error) {
	switch {
	case z.zipper != nil:
		return z.zipper.Write(part)
	case z.Header().Get(echo.HeaderContentEncoding) != "": // a shared answer
		z.sendStatus()
		return z.ResponseWriter.Write(part)
	case len(z.held)+len(part) < minSize:
		z.held = append(z.held, part...)
		return len(part), nil
	}
	z.Header().Set(echo.HeaderContentEncoding, "gzip")
	z.Header().Del(echo.HeaderContentLength)
	z.sendStatus()
	z.zipper = z.writers.take(z.ResponseWriter)
	if len(z.held) > 0 {
		if _, err := z.zipper.Write(z.held); err != nil {
			return 0, err
		}
		z.held = nil
	}
	return z.zipper.Write(part)
}

func (z *zipped) sendStatus() {
	if z.status != 0 {
		z.ResponseWriter.WriteHeader(z.status)
		z.status = 0 // sent
	}
}

// end sends the rest. It ignores errors, because the reader has then left.
func (z *zipped) end() {
	if zipper := z.zipper; zipper != nil {
		z.zipper = nil
		_ = zipper.Close()
		z.writers.keep(zipper)
		return
	}
	if z.sendStatus(); len(z.held) > 0 {
		_, _ = z.ResponseWriter.Write(z.held)
	}
}

// Unwrap returns the original writer, for http.ResponseController.
func (z *zipped) Unwrap() http.ResponseWriter { return z.ResponseWriter }
