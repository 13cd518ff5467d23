#!/bin/bash
# demo.sh BUILT: spoken memos walk the whole way, from an inbox to a day of transactions. BUILT is the folder with
# the programs. Needs no network, touches nothing outside its temporary folder, and fails if anything it promises
# does not appear.
set -euo pipefail
cd "$(dirname "$0")/../.."
built=$(realpath "$1")
recordings=$PWD/Tests/ProgramTests/Recordings
home=$(mktemp -d "${TMPDIR:-/tmp}/moneymom-demo.XXXXXX")
inbox=$home/Inbox
daemon=

leave() {
  local status=$?
  if [ -n "$daemon" ]; then
    kill -TERM "$daemon" 2>/dev/null || true
    wait "$daemon" 2>/dev/null || true
  fi
  if [ $status != 0 ] && [ -s "$home/log" ]; then
    echo "What the daemon said:" >&2
    cat "$home/log" >&2
  fi
  rm -rf "$home"
  exit $status
}
trap leave EXIT
trap 'exit 130' INT TERM

say() { printf '\n\033[1m%s\033[0m\n' "$1" | if [ -t 1 ]; then cat; else sed $'s/\033\\[[01]m//g'; fi; }
organize() { "$built/mm-organize" --config "$home/moneymom.conf" "$@"; }
fail() { echo "demo: $1" >&2; exit 1; }

# until_true SECONDS WHAT COMMAND…: asks again until the command succeeds.
until_true() {
  local end=$((SECONDS + $1)) what=$2
  shift 2
  until "$@"; do
    kill -0 "$daemon" 2>/dev/null || fail "the daemon has ended"
    [ $SECONDS -lt $end ] || fail "$what"
    sleep 0.1
  done
}

# A careful writer: under a name that is ignored first, then renamed in one step.
drop() {
  cp "$recordings/$1" "$inbox/.$1.part"
  mv "$inbox/.$1.part" "$inbox/$1"
  echo "  $1"
}

mkdir "$inbox"
# Shorter waits than in daily life, so that the demonstration takes seconds.
cat > "$home/moneymom.conf" <<CONF
[store]
path = $home/store
[inbox]
path = $inbox
sidecar-wait = 1s
patience = 2s
[defaults]
currency = TWD
time-zone = Asia/Taipei
CONF

say "A daemon watches an inbox."
"$built/mm-ingestd" --config "$home/moneymom.conf" 2>"$home/log" &
daemon=$!
is_running() { organize status --json 2>/dev/null | tr -d ' \n' | grep -q '"version"'; }
until_true 20 "the daemon does not say that it runs" is_running

say "Memos arrive: WAV, FLAC, Ogg Opus and MP3, one without a sidecar, one broken."
for name in lunch.wav.json lunch.wav coffee.json coffee.flac salary.opus.json salary.opus \
  taxi.mp3 午餐.wav.json 午餐.wav broken.wav.json broken.wav; do
  drop "$name"
done

is_empty() { [ -z "$(ls -A "$inbox")" ]; }
until_true 60 "the inbox is not emptied: $(ls -A "$inbox" | tr '\n' ' ')" is_empty

say "What the daemon did:"
sed 's/^<[0-7]>//' "$home/log"

say "The quick records (mm-organize list):"
organize list | tee "$home/list"
grep -q 'TWD 120\.00' "$home/list" || fail "lunch is not TWD 120.00"
grep -q 'TWD 52,\{0,1\}000\.00' "$home/list" || fail "the salary is not TWD 52000.00"
[ "$(grep -cE '\bq[0-9]+\b' "$home/list")" = 5 ] || fail "there are not five quick records"

lunch=$(grep 'TWD 120\.00' "$home/list" | grep -oE -m1 '\bq[0-9]+\b')
say "Lunch is organised (mm-organize organize $lunch --type expense --at … --place …):"
organize organize "$lunch" --type expense --at 2026-11-04T12:31:00+08:00 --place "Din Tai Fung"

say "The day (mm-organize transactions):"
organize transactions | tee "$home/day"
grep -q 'TWD 120\.00' "$home/day" || fail "the transaction of lunch is not there"
grep -q 'Din Tai Fung' "$home/day" || fail "the place of lunch is not there"
if organize list | grep -qE "\b$lunch\b"; then fail "lunch is still open"; fi

say "What was set aside, and why (mm-organize quarantine list):"
organize quarantine list | tee "$home/quarantine"
grep -q 'broken\.wav' "$home/quarantine" || fail "the broken recording was not set aside"

say "The daemon ends when it is asked to."
kill -TERM "$daemon"
wait "$daemon" || fail "the daemon did not end well"
daemon=
echo "Everything that was promised appeared."
