"""The referee: it knows people and time, and nothing of gRPC or SQL."""
