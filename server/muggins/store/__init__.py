"""The store: bots, matches, events and ratings in SQL, on SQLite or PostgreSQL.

Open a :class:`~muggins.store.database.Database`; read with ``database.read(query)`` and write with
``database.writer``.  Every other module holds plain functions over a connection, one module for each aggregate.
"""
