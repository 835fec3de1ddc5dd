#!/bin/sh
# Patroni runs this once, when the first machine has made an empty database. $1 is how to connect.
psql "$1" -c "CREATE ROLE club LOGIN PASSWORD '${DB_PASSWORD:?}'" -c 'CREATE DATABASE club OWNER club'
