"""The director: it drives events, from the next pairing to the stored result.  It knows no SQL and no gRPC."""
