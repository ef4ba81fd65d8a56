# The site as a static binary in an image of its own, run by nobody special.
# The database lives on the one volume, /data.
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ARG VERSION=dev
RUN CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=$VERSION" -o /out/hexclub ./cmd/hexclub \
	&& mkdir /out/data

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out/hexclub /hexclub
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
VOLUME /data
ENV HEXCLUB_DB=/data/hexclub.db HEXCLUB_LISTEN=:8080
EXPOSE 8080
ENTRYPOINT ["/hexclub"]
