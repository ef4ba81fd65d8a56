package store

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgproto3"

	"hexclub/db/pgtest"
)

// secret is a password that no message may have.
const secret = "s3cr3t"

// wantStart opens the database at a URL and checks the error, which has a part of each of the texts and no password, in one
// line. Without texts, there must be no error. Operator means that only the operator can change it.
func wantStart(t testing.TB, source string, operator bool, parts ...string) {
	t.Helper()
	began := time.Now()
	d, err := testSchema().OpenURL(t.Context(), source, true)
	if err == nil {
		err = errors.Join(d.inTx(t.Context(), put(int(began.UnixNano()))), d.Close())
	}
	if len(parts) == 0 {
		if err != nil {
			t.Errorf("%s: %v", RedactURL(source), err)
		}
		return
	}
	if err == nil {
		t.Errorf("%s: no error", RedactURL(source))
		return
	}
	text := err.Error()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%s: %s; want %q", RedactURL(source), text, part)
		}
	}
	if strings.Contains(text, secret) || strings.Contains(text, "\n") {
		t.Errorf("the error has a password or several lines: %s", text)
	}
	if is := errors.As(err, new(*ServerError)); is != operator {
		t.Errorf("%s: %s; is it for the operator: %t", RedactURL(source), text, is)
	}
}

// URLs that are none are errors that do not repeat the password.
func TestBadURLs(t *testing.T) {
	for _, source := range []string{
		"postgres://anna:" + secret + "@db.example:port/hexclub", "postgres://anna:" + secret + "@db.example:99999/hexclub",
		"postgres://anna:" + secret + "/@db.example/hexclub", "postgres://anna:" + secret + "%zz@db.example/hexclub",
		"postgres://anna:" + secret + "@[db.example/hexclub", "postgres://anna:12/" + secret + "@db.example/hexclub",
		"postgres://anna:a@" + secret + "@db.example/hexclub", "postgres://anna:a@" + secret + "/b#c@db.example/hexclub",
		"postgres://anna:" + secret + "@db.example/hexclub?sslmode=perhaps",
		"postgres://anna:" + secret + "@db.example/hexclub?connect_timeout=soon",
		"postgres://anna:" + secret + "@db.example/hexclub?sslmode=verify-full&sslrootcert=/no/such/file",
		"postgres://anna@db.example/hexclub?password=" + secret + "&sslmode=perhaps",
	} {
		wantStart(t, source, true, "like postgres://user:password@host:5432/hexclub")
		if strings.Contains(RedactURL(source), secret) {
			t.Errorf("it is shown as %s", RedactURL(source))
		}
	}
}

// TestServerChecks checks what a server and a database must be like.
func TestServerChecks(t *testing.T) {
	config, err := parseURL("postgres://anna@db.example/club")
	if err != nil {
		t.Fatal(err)
	}
	good := server{version: 150004, name: "15.4", encoding: "UTF8", collation: "C.UTF-8", schema: true}
	for _, tt := range []struct {
		change func(*server)
		want   string
	}{
		{func(*server) {}, ""},
		{func(s *server) { s.version, s.collation = 180000, "C" }, ""},
		{func(s *server) { s.version, s.name = 140012, "14.12" }, "the server has PostgreSQL 14.12: Hexclub needs version 15 or newer"},
		{func(s *server) { s.encoding = "SQL_ASCII" }, "has the encoding SQL_ASCII: Hexclub needs UTF8. If nothing in it is needed, remove it first: dropdb club. To create it: createdb --owner anna"},
		{func(s *server) { s.collation = "en_US.UTF-8" }, "sorts texts as en_US.UTF-8 does: Hexclub needs C.UTF-8"},
		{func(s *server) { s.schema = false }, "the search_path of user anna names no schema of the database club"},
	} {
		s := good
		tt.change(&s)
		err := s.check(config)
		if (tt.want == "") != (err == nil) || err != nil && (!strings.Contains(err.Error(), tt.want) || !errors.As(err, new(*ServerError))) {
			t.Errorf("%+v: %v", s, err)
		}
	}
}

// A guarded server asks all but the superuser for a password, and listens on TCP.
type guarded struct{ *pgtest.Server }

func startGuarded(t testing.TB) guarded {
	t.Helper()
	port, err := pgtest.FreePort()
	if err != nil {
		t.Fatal(err)
	}
	server, err := pgtest.Start("listen_addresses=127.0.0.1", fmt.Sprintf("port=%d", port))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Remove(); err != nil {
			t.Error(err)
		}
	})
	g := guarded{server}
	g.reload(t, "pg_hba.conf", []byte(`local all hexclub trust
local all outsider reject
local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
`))
	return g
}

// reload writes a file of the server, and makes it read its settings.
func (g guarded) reload(t testing.TB, name string, content []byte) {
	t.Helper()
	if err := g.Put(name, content); err != nil {
		t.Fatal(err)
	}
	g.exec(t, "postgres", "SELECT pg_reload_conf()")
}

func (g guarded) exec(t testing.TB, database string, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if err := g.Exec(database, statement); err != nil {
			t.Fatal(err)
		}
	}
}

// as returns the URL of a database for a user, by the socket.
func (g guarded) as(user, password, database string) string {
	address, _ := url.Parse(g.URL(database)) // as the server made it
	address.User = url.UserPassword(user, password)
	return address.String()
}

// byTCP returns the URL of the database of its owner, with settings.
func (g guarded) byTCP(settings string) string {
	return fmt.Sprintf("postgres://owner:%s@127.0.0.1:%d/owned?%s", secret, g.Port, settings)
}

func TestStartErrors(t *testing.T) {
	t.Parallel()
	g := startGuarded(t)
	for _, role := range []string{"owner", "newcomer", "writer", "reader", "outsider", "limited CONNECTION LIMIT 0"} {
		g.exec(t, "postgres", "CREATE ROLE "+role+" LOGIN PASSWORD '"+secret+"'")
	}
	g.exec(t, "postgres", "CREATE DATABASE owned OWNER owner", "CREATE DATABASE granted", "CREATE DATABASE latin ENCODING LATIN1 LOCALE 'C' TEMPLATE template0",
		"CREATE DATABASE icu LOCALE_PROVIDER icu ICU_LOCALE 'de-u-co-phonebk' TEMPLATE template0", "CREATE DATABASE others", "CREATE DATABASE closed", "CREATE DATABASE newer",
		"ALTER DATABASE closed SET default_transaction_read_only = on")
	g.exec(t, "others", "CREATE TABLE theirs (n integer)")
	super := func(database string) string { return g.URL(database) }

	wantStart(t, g.as("owner", secret, "none"), true, "the server has no database none. To create it: createdb --owner owner --encoding UTF8")
	wantStart(t, g.as("owner", "wrong", "owned"), true, "the server rejects the password of user owner, or has no such user: FATAL: password authentication failed")
	wantStart(t, g.as("nobody", secret, "owned"), true, "the server rejects the password of user nobody, or has no such user")
	wantStart(t, g.byTCP("password="), true, "no password is given for user owner: set PGPASSWORD")
	wantStart(t, g.as("outsider", secret, "owned"), true, "the server does not let user outsider in", "pg_hba.conf")
	wantStart(t, g.as("limited", secret, "owned"), false, "too many connections")
	wantStart(t, g.as("newcomer", secret, "granted"), true, `user newcomer may not create or change tables of the database granted: make it the owner of the database, with ALTER DATABASE "granted" OWNER TO "newcomer"`)
	wantStart(t, super("latin"), true, "the database latin has the encoding LATIN1: Hexclub needs UTF8")
	wantStart(t, super("icu"), true, "the database icu sorts texts as ICU de-u-co-phonebk does")
	wantStart(t, super("others"), true, "the database others has the tables of another program")
	wantStart(t, super("closed"), true, "the database closed is read-only", "default_transaction_read_only")
	wantStart(t, g.as("owner", secret, "owned"), false)
	wantStart(t, g.as("owner", secret, ""), true, "the server has no database owner.")

	t.Run("only rights to read and write", func(t *testing.T) {
		wantStart(t, super("granted"), false)
		wantStart(t, g.as("writer", secret, "granted"), true, `user writer may not write the tables of the database granted: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "public" TO "writer"`)
		g.exec(t, "granted", "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader", "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO writer")
		wantStart(t, g.as("reader", secret, "granted"), true, "user reader may not write the tables")
		wantStart(t, g.as("writer", secret, "granted"), false)
		g.exec(t, "granted", "REVOKE DELETE ON numbers FROM writer")
		wantStart(t, g.as("writer", secret, "granted"), true, "user writer may not write the tables")
		g.exec(t, "granted", "GRANT DELETE ON numbers TO writer", `CREATE SCHEMA "A club"`)
		wantStart(t, super("granted")+"&search_path=%22A%20club%22", false)
		wantStart(t, super("granted")+"&search_path=%22A%20club%22", false)
		g.exec(t, "granted", "DELETE FROM schema_version WHERE version = 3", "DROP TABLE texts")
		wantStart(t, g.as("writer", secret, "granted"), true, "user writer may not create or change tables of the database granted", "and of the tables that it has")
		_, err := testSchema().OpenURL(t.Context(), super("granted"), false)
		if err == nil || !strings.Contains(err.Error(), "its schema is version 2, and this program needs version 3: start the new server first") {
			t.Errorf("next to an older server: %v", err)
		}
		g.exec(t, "granted", "REVOKE ALL ON SCHEMA public FROM public")
		wantStart(t, g.as("writer", secret, "granted"), true, "the search_path of user writer names no schema of the database granted that the user may use")
	})
	t.Run("a newer schema", func(t *testing.T) {
		wantStart(t, super("newer"), false)
		g.exec(t, "newer", "INSERT INTO schema_version (version) VALUES (4)")
		_, err := testSchema().OpenURL(t.Context(), super("newer"), true)
		if !errors.Is(err, ErrNewer) {
			t.Errorf("error %v", err)
		}
	})
	t.Run("one reason", func(t *testing.T) { // and not that of the attempt with TLS, or of each address
		for source, reason := range map[string]string{g.byTCP("password=wrong"): "FATAL", "postgres://owner@no.such.host.invalid/owned": "no such host"} {
			_, err := testSchema().OpenURL(t.Context(), source, true)
			if err == nil || strings.Count(err.Error(), reason) != 1 || strings.Contains(err.Error(), "TLS") {
				t.Errorf("%v", err)
			}
		}
	})
	t.Run("an upgrade that takes longer than the limits of the role", func(t *testing.T) {
		g.exec(t, "postgres", "CREATE DATABASE slow OWNER owner", "ALTER ROLE owner SET statement_timeout = 20", "ALTER ROLE owner SET lock_timeout = 20")
		testSlowUpgrade(t, super("slow"), g.as("owner", secret, "slow"))
		g.exec(t, "postgres", "ALTER ROLE owner RESET ALL")
	})
	t.Run("TLS", func(t *testing.T) { testTLS(t, g) })
	t.Run("several hosts", func(t *testing.T) {
		free, err := pgtest.FreePort()
		if err != nil {
			t.Fatal(err)
		}
		hosts := fmt.Sprintf("127.0.0.1:%d,127.0.0.1:%d", free, g.Port)
		wantStart(t, fmt.Sprintf("postgres://owner:%s@%s/owned", secret, hosts), false)
		wantStart(t, fmt.Sprintf("postgres://owner:%s@%s/none", secret, hosts), true, "the server has no database none")
		wantStart(t, fmt.Sprintf("postgres://owner:%s@127.0.0.1:%d/owned", secret, free), false, "connection refused")
		wantStart(t, fmt.Sprintf("postgres://owner:%s@no.such.host.invalid/owned", secret), false, "no.such.host.invalid")
	})
}

// testSlowUpgrade opens an empty database, and makes the upgrade wait for 50 ms for another one.
func testSlowUpgrade(t *testing.T, super, source string) {
	other, err := pgx.Connect(t.Context(), super)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { wantFine(t, []error{other.Close(t.Context())}) }()
	exec := func(statement string) (n int) {
		t.Helper()
		wantFine(t, []error{other.QueryRow(t.Context(), statement, pgx.QueryExecModeSimpleProtocol).Scan(&n)})
		return n
	}
	exec(fmt.Sprintf("SELECT 1 FROM (SELECT pg_advisory_lock(%d)) locked", migrationLock))
	opened := make(chan struct{})
	go func() {
		defer close(opened)
		wantStart(t, source, false)
	}()
	waitUntil(t, func() bool {
		return exec(`SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'
			AND clock_timestamp() > query_start + interval '50 ms'`) == 1
	})
	exec(fmt.Sprintf("SELECT 1 FROM (SELECT pg_advisory_unlock(%d)) unlocked", migrationLock))
	<-opened
}

// Programs that open an empty database at the same time create its tables once, whatever isolation and limits the role has.
func TestStartTogether(t *testing.T) {
	t.Parallel()
	source := pgtest.Empty(t) + "&default_transaction_isolation=repeatable%20read"
	var all sync.WaitGroup
	for range 5 {
		all.Go(func() { wantStart(t, source, false) })
	}
	all.Wait()
}

// testTLS checks connections to a server with a certificate of its own.
func testTLS(t *testing.T, g guarded) {
	for _, name := range []string{"127.0.0.1", "localhost", "db.example"} {
		key, certificate := certify(t, name)
		if err := g.Put(name+".key", key); err != nil {
			t.Fatal(err)
		}
		g.reload(t, name+".crt", certificate)
	}
	serve := func(name string) (root string) {
		g.exec(t, "postgres", "ALTER SYSTEM SET ssl_key_file = '"+name+".key'", "ALTER SYSTEM SET ssl_cert_file = '"+name+".crt'", "ALTER SYSTEM SET ssl = on", "SELECT pg_reload_conf()")
		g.awaitCertificate(t, name)
		return filepath.Join(g.Folder, "data", name+".crt")
	}
	root := serve("127.0.0.1")
	wantStart(t, g.byTCP("sslmode=require"), false)
	wantStart(t, g.byTCP("sslmode=verify-full&sslrootcert="+root), false)
	wantStart(t, g.byTCP("sslmode=verify-full&sslrootcert="+filepath.Join(g.Folder, "data", "db.example.crt")), true,
		"the certificate of the server cannot be trusted: sslrootcert in the URL has to name the file of the authority that signed it")
	wantStart(t, g.byTCP("sslmode=verify-full"), true, "the certificate of the server cannot be trusted")
	root = serve("db.example")
	wantStart(t, g.byTCP("sslmode=verify-full&sslrootcert="+root), true, "the certificate of the server is for another host than 127.0.0.1")
	wantStart(t, g.byTCP("sslmode=verify-ca&sslrootcert="+root), false)
}

// awaitCertificate waits until new connections get the certificate for a name.
func (g guarded) awaitCertificate(t testing.TB, name string) {
	t.Helper()
	root := filepath.Join(g.Folder, "data", name+".crt")
	waitUntil(t, func() bool {
		conn, err := pgx.Connect(t.Context(), g.byTCP("sslmode=verify-ca&sslrootcert="+root))
		if err != nil {
			return false
		}
		return conn.Close(t.Context()) == nil
	})
}

// certify returns a key and a certificate for a host that it signs itself.
func certify(t testing.TB, host string) (key, certificate []byte) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: host}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, DNSNames: []string{host},
	}
	if ip := net.ParseIP(host); ip != nil {
		about.DNSNames, about.IPAddresses = nil, []net.IP{ip}
	}
	signed, err := x509.CreateCertificate(rand.Reader, &about, &about, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: encoded}), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed})
}

// What may pass is not for the operator.
func TestStartLater(t *testing.T) {
	t.Parallel()
	for code, message := range map[string]string{
		pgStarting: "the database system is starting up", pgTooMany: "sorry, too many clients already", "57P01": "terminating connection",
	} {
		address := pgtest.Fake(t, pgtest.Refuse(code, message))
		wantStart(t, "postgres://anna:"+secret+"@"+address+"/hexclub", false, message)
		wantStart(t, "postgres://anna:"+secret+"@"+address+"/hexclub?sslmode=require", true, "the server has no TLS")
	}
}

// A server that does not answer is given as long as the URL says.
func TestStartWaits(t *testing.T) {
	t.Parallel()
	silent := pgtest.Fake(t, func(conn net.Conn) {
		<-t.Context().Done()
		_ = conn.Close()
	})
	began := time.Now()
	wantStart(t, "postgres://anna:"+secret+"@"+silent+"/hexclub?sslmode=disable&connect_timeout=1", false, "timeout")
	if took := time.Since(began); took < time.Second || took >= pgConnectTimeout {
		t.Errorf("it waited for %s", took)
	}
	for setting, want := range map[string]time.Duration{"": pgConnectTimeout, "?connect_timeout=30": 30 * time.Second, "?connect_timeout=0": pgConnectTimeout} {
		config, err := parseURL("postgres://anna@db.example/hexclub" + setting)
		if err != nil || config.ConnectTimeout != want {
			t.Errorf("%q is a limit of %s: %v", setting, config.ConnectTimeout, err)
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := testSchema().OpenURL(ctx, "postgres://anna@"+silent+"/hexclub?sslmode=disable", true); !errors.Is(err, context.Canceled) {
		t.Errorf("a start that is stopped: %v", err)
	}
}

// A standby cannot be opened, but it may become the primary.
func TestStartOnStandby(t *testing.T) {
	t.Parallel()
	address := pgtest.Fake(t, func(conn net.Conn) {
		defer func() { _ = conn.Close() }()
		backend := pgproto3.NewBackend(conn, conn)
		if _, err := backend.ReceiveStartupMessage(); err != nil {
			return
		}
		backend.Send(&pgproto3.AuthenticationOk{})
		backend.Send(&pgproto3.ParameterStatus{Name: "in_hot_standby", Value: "on"})
		backend.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
		_ = backend.Flush()
		_, _ = backend.Receive() // the end
	})
	wantStart(t, "postgres://anna@"+address+"/hexclub?sslmode=disable", false, "the server is a standby, which cannot be written")
}

// TestRedactURL checks that sources are shown without passwords.
func TestRedactURL(t *testing.T) {
	for source, want := range map[string]string{
		"hexclub.db": "hexclub.db",
		"postgres://anna:" + secret + "@db.example/hexclub?sslmode=require":                                       "postgres://anna@db.example/hexclub?sslmode=require",
		"postgresql://anna:" + secret + "@db.example,db2.example:5433/hexclub?password=" + secret + "&a=b":        "postgresql://anna@db.example,db2.example:5433/hexclub?a=b",
		"postgres://anna:#" + secret + "?@db.example/hexclub":                                                     "postgres://anna@db.example/hexclub",
		"postgres://anna:" + secret + "%@db.example/hexclub":                                                      "postgres://anna@db.example/hexclub",
		"postgres://db.example/hexclub?sslpassword=" + secret + "&user=anna&sslkey=client.key&password=" + secret: "postgres://db.example/hexclub?sslkey=client.key&user=anna",
	} {
		if got := RedactURL(source); got != want {
			t.Errorf("it is shown as %s, want %s", got, want)
		}
	}
}

// A migration waits while another program, such as pg_dump, uses the tables that it changes. A third program can write until
// then.
func TestPostgresUpgradeWaits(t *testing.T) {
	d := openServer(t, usualLimits())
	newer := testSchema()
	newer.Migrations.(fstest.MapFS)["migrations/0004_more.sql"] = &fstest.MapFile{
		Data: []byte("ALTER TABLE numbers ADD COLUMN text text; ALTER TABLE texts ADD COLUMN n bigint"),
	}
	dump, err := d.Read.BeginTx(t.Context(), nil)
	if err == nil {
		_, err = dump.ExecContext(t.Context(), "SELECT text FROM texts")
	}
	if err != nil {
		t.Fatal(err)
	}
	limits := usualLimits()
	limits.upgrade = 0
	if _, err := newer.openURL(t.Context(), onServerURL(t, d), true, limits); err == nil || !strings.Contains(err.Error(), "such as pg_dump") || errors.As(err, new(*ServerError)) {
		t.Errorf("the error is %v", err)
	}
	opened := make(chan error, 1)
	go func() {
		upgraded, err := newer.OpenURL(context.Background(), onServerURL(t, d), true)
		if err == nil {
			err = upgraded.Close()
		}
		opened <- err
	}()
	waitUntil(t, func() bool {
		return d.ask(t, "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = CAST('texts' AS regclass)") == 1
	})
	wantFine(t, []error{d.inTx(t.Context(), put(1))}) // which needs a table that the migration has changed already
	if version, _, err := d.Schema(t.Context()); err != nil || version != 3 {
		t.Errorf("the schema is version %d, %v", version, err)
	}
	wantFine(t, []error{dump.Rollback(), <-opened})
	if version, _, err := d.Schema(t.Context()); err != nil || version != 4 {
		t.Errorf("the schema is version %d, %v", version, err)
	}
}
