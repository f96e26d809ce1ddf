#!/usr/bin/env python3
"""The load plan's part of the Person API in Python: what docs/own-stack.md measures. Needs psycopg 3."""

import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import psycopg

COLUMNS = "id, name, description"
thread = threading.local()


def query(sql, *parameters):
    """Executes one statement, a transaction of its own, on the connection of this thread."""
    if not hasattr(thread, "connection"):
        thread.connection = psycopg.connect(
            host=os.environ["DB_HOST"],
            port=os.environ["DB_PORT"],
            dbname=os.environ["DB_NAME"],
            user=os.environ["DB_USER"],
            password=os.environ["DB_PASSWORD"],
            autocommit=True,
        )
    return thread.connection.execute(sql, parameters).fetchall()


class People(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body leave in one packet: two would wait for each other (Nagle, delayed ACK).
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_POST(self):
        person = self.body()
        self.person(
            201,
            query(f"insert into person (name, description) values (%s, %s) returning {COLUMNS}", person["name"], person["description"]),
        )

    def do_GET(self):
        if self.path.startswith("/person/"):
            self.person(200, query(f"select {COLUMNS} from person where id = %s", self.id()))
        else:
            rows = query(f"select {COLUMNS} from person where id > %s order by id limit %s", 0, 100)
            self.reply(200, [as_person(row) for row in rows])

    def do_PUT(self):
        person = self.body()
        self.person(
            200,
            query(
                f"update person set name = %s, description = %s where id = %s returning {COLUMNS}",
                person["name"],
                person["description"],
                self.id(),
            ),
        )

    def do_DELETE(self):
        self.reply(204 if query("delete from person where id = %s returning id", self.id()) else 404)

    def id(self):
        return int(self.path.rpartition("/")[2])

    def body(self):
        return json.loads(self.rfile.read(int(self.headers["Content-Length"])))

    def person(self, status, rows):
        self.reply(status, as_person(rows[0])) if rows else self.reply(404)

    def reply(self, status, value=None):
        body = b"" if value is None else json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """An access log is off on all stacks."""


def as_person(row):
    return {"id": row[0], "name": row[1], "description": row[2]}


class Server(ThreadingHTTPServer):
    request_queue_size = 128


Server(("0.0.0.0", int(os.environ["SERVER_PORT"])), People).serve_forever()
