# The site as a static binary in an image of its own, run by nobody special, which
# needs no capability and writes nothing but the one volume, /data, where the database
# lives: run it with --read-only --cap-drop ALL --security-opt no-new-privileges.
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
# Without a version the binary is called by the commit it was built from.
ARG VERSION=
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=$VERSION" -o /out/hexclub ./cmd/hexclub \
	&& mkdir -m 700 /out/data

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out/hexclub /hexclub
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
VOLUME /data
# There is no /tmp: what SQLite sorts on disk goes to the volume.
ENV HEXCLUB_DB=/data/hexclub.db HEXCLUB_LISTEN=:8080 TMPDIR=/data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["/hexclub", "healthcheck"]
ENTRYPOINT ["/hexclub"]
