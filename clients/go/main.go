package muggins

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"google.golang.org/grpc/credentials"
)

type options struct {
	address, token, ca string
	tls, quiet         bool
}

// Main runs a bot with the options of the command line, and exits.
func Main(bot Bot, profile Profile) {
	os.Exit(Run(bot, profile, os.Args[1:]))
}

// Run runs a bot with the options that every bot understands, and returns the exit code.
func Run(bot Bot, profile Profile, arguments []string) int {
	chosen, err := parse(arguments)
	if err != nil {
		return ExitRefused // the flags have said why
	}
	secrecy, err := chosen.secrecy()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	level := slog.LevelInfo
	if chosen.quiet {
		level = slog.LevelWarn
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: level}))
	connection := NewConnection(bot, profile, chosen.address, chosen.token, log)
	connection.TLS = secrecy
	go leaveOnSignal(connection, log)
	return connection.Run(context.Background())
}

func parse(arguments []string) (options, error) {
	var o options
	flags := flag.NewFlagSet("bot", flag.ContinueOnError)
	address := cmp.Or(os.Getenv("MUGGINS_ADDRESS"), "localhost:7411")
	flags.StringVar(&o.address, "address", address, "`HOST:PORT` of the server (or MUGGINS_ADDRESS)")
	flags.StringVar(&o.token, "token", "", "the bot's `TOKEN` (better in MUGGINS_TOKEN, where no list of processes shows it)")
	flags.BoolVar(&o.tls, "tls", false, "connect with TLS")
	flags.StringVar(&o.ca, "ca", "", "connect with TLS and trust the certificates in this PEM `FILE`")
	flags.BoolVar(&o.quiet, "quiet", false, "report only what goes wrong")
	err := flags.Parse(arguments)
	o.token = cmp.Or(o.token, os.Getenv("MUGGINS_TOKEN"))
	return o, err
}

// secrecy gives the credentials for TLS, nil for plain text; an option that cannot be is one clear line.
func (o options) secrecy() (credentials.TransportCredentials, error) {
	if o.token == "" {
		return nil, errors.New("a bot needs a token: give --token or set MUGGINS_TOKEN ('muggins bot add NAME' prints one)")
	}
	if o.ca == "" {
		if o.tls {
			return credentials.NewTLS(&tls.Config{}), nil
		}
		return nil, nil
	}
	pem, err := os.ReadFile(o.ca)
	if err != nil {
		return nil, fmt.Errorf("there is no file %s", o.ca)
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(pem) {
		return nil, fmt.Errorf("%s holds no certificates", o.ca)
	}
	return credentials.NewTLS(&tls.Config{RootCAs: pool}), nil
}

// leaveOnSignal says goodbye at the first SIGINT or SIGTERM; the second one ends the process at once.
func leaveOnSignal(connection *Connection, log *slog.Logger) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	<-signals
	signal.Reset(syscall.SIGINT, syscall.SIGTERM)
	log.Info("goodbye", "running matches", connection.Leave())
}
