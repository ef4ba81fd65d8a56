# An image that contains only the static binary. It runs as an unprivileged user, needs no
# capabilities and writes only to the volume /data, which contains the database. With PostgreSQL it
# writes nothing: set HEXCLUB_DB to the URL, or to nothing and HEXCLUB_DB_FILE to a file. Run it with
# --read-only --cap-drop ALL --security-opt no-new-privileges.
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
# By default the version is the commit of the build.
ARG VERSION=
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=$VERSION" -o /out/hexclub ./cmd/hexclub \
	&& mkdir -m 700 /out/data

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out/hexclub /hexclub
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
VOLUME /data
# There is no /tmp. SQLite's temporary files go to the volume.
ENV HEXCLUB_DB=/data/hexclub.db HEXCLUB_LISTEN=:8080 TMPDIR=/data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["/hexclub", "healthcheck"]
ENTRYPOINT ["/hexclub"]
