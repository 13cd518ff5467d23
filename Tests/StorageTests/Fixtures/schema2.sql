-- A store of schema 2 (sqlite3 records.sqlite3 .dump): a memo that was organised, one without an amount, one whose container names its priming, and one set aside.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE meta (
  key   TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO meta VALUES('tag_rule','1');
CREATE TABLE audio (
  id              INTEGER NOT NULL PRIMARY KEY,
  uuid            TEXT    NOT NULL CHECK (length(uuid) = 36),
  sha256          BLOB    NOT NULL CHECK (length(sha256) = 32),
  path            TEXT    NOT NULL,            -- relative to the store
  present         INTEGER NOT NULL CHECK (present IN (0, 1)),
  format          TEXT    NOT NULL,
  codec           TEXT    NOT NULL,
  sample_rate     INTEGER NOT NULL,
  channels        INTEGER NOT NULL,
  frames          INTEGER NOT NULL CHECK (frames >= 0),
  claimed_frames  INTEGER,                     -- by the header
  bytes           INTEGER NOT NULL CHECK (bytes >= 0),
  peak            INTEGER,                     -- hundredths of a decibel
  rms             INTEGER,
  clipped_samples INTEGER,
  ended_early     INTEGER NOT NULL DEFAULT 0 CHECK (ended_early IN (0, 1)),
  waveform        BLOB    NOT NULL,            -- 200 peaks, or none
  texts           TEXT    NOT NULL DEFAULT '[]'  CHECK (json_valid(texts)),
  broadcast       TEXT    CHECK (broadcast IS NULL OR json_valid(broadcast)), priming_frames INTEGER CHECK (priming_frames >= 0),
  UNIQUE (id, sha256)
) STRICT;
INSERT INTO audio VALUES(1,'01a22c93-3928-7c17-9912-c316a63e34d5',X'ad34716f38f58e10f114de2fcda0fb0f2b433587432d933c235031e40fe515e4','audio/2026/11/01a22c93-3928-7c17-9912-c316a63e34d5.wav',1,'wav','pcm_s16',8000,1,4000,4000,8044,-3031,-3508,0,0,X'0808080808080808080808080808080808080707070707070707070707070707070708080808080808080808080808080808080808080808080808080808080808080808070707070707070707070707070707070808080808080808080808080808080808080808080808080808080808080808080707070707070707070707070707070708080808080808080808080808080808080808080808080808080808080808080808070707070707070707070707070707070808080808080808080808080808080808','[]',NULL,NULL);
INSERT INTO audio VALUES(2,'01a22c93-3929-7ad1-8325-cfc3fc1e9650',X'd6e90abf262c6daa13c943665c1dabb47e5a009a41ec5442737531c59ea93e6d','audio/2026/11/01a22c93-3929-7ad1-8325-cfc3fc1e9650.m4a',1,'m4a','aac',22050,1,33792,33792,6079,-295,-2029,0,0,X'000000000001042d1d1418190f2d373f6c6f9ea07c876a758a3989663c405d563623482d2628120e0907090e0c0b1108162b3a3f4b56514f46442232261a14030000000000000000000000000000000000000000000f151d2718202a2a2a2d23273a428ab699a89ba36b542a1200000000051507070806080b0a12161711180504100b142417172c3d516d653d332015090108050908090d0d0f1017163747496c467096855d85757e5e656f5661645b4162593f4e57533c4c42514c25422d162114061001000000','[{"key":"title","value":"Coffee"},{"key":"artist","value":"Mom"},{"key":"comment","value":"latte"},{"key":"date","value":"2026-11-30"},{"key":"creation_time","value":"2026-11-30T12:34:56.000000Z"},{"key":"location","value":"+25.0330+121.5654/"}]',NULL,1024);
INSERT INTO audio VALUES(3,'01a22c93-392e-7c40-aad0-0e0f7eada886',X'78c2ea7529490db615f6f93e38d1f7834b02d86b2eb3c48726aeb25bbba013e9','audio/2026/11/01a22c93-392e-7c40-aad0-0e0f7eada886.wav',1,'wav','pcm_s16',8000,1,2000,2000,4044,-3031,-3508,0,0,X'0808080808080808080808080807070708080808070707080808080808080808080808070707070808080707070808080808080808080808080807070708080807070708080808080808080808080808080808080808080808080808080707070808080707070808080808080808080808080807070708080807070708080808080808080808080808070707080808070707070808080808080808080808080808080808080808080808080807070708080807070708080808080808080808080808070707080808','[]',NULL,NULL);
CREATE TABLE quick_record (
  id               INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  uuid             TEXT    NOT NULL CHECK (length(uuid) = 36),
  created_at       INTEGER NOT NULL,
  amount           INTEGER CHECK (abs(amount) <= 999999999999999999),  -- in minor units
  currency         TEXT    CHECK (length(currency) = 3),
  type             TEXT    CHECK (type IN ('income', 'expense')),
  note             TEXT,
  captured_at      TEXT,
  captured_instant INTEGER,
  captured_day     TEXT    CHECK (length(captured_day) = 10),
  place            TEXT,
  latitude         TEXT,
  longitude        TEXT,
  sources          TEXT    NOT NULL CHECK (json_valid(sources)),
  review           TEXT    NOT NULL CHECK (json_valid(review)),
  audio            INTEGER,
  audio_sha256     BLOB,
  inbox            TEXT,                       -- the folder it came from
  source_name      BLOB,                       -- the recording's name there
  had_sidecar      INTEGER NOT NULL CHECK (had_sidecar IN (0, 1)),
  writer_id        TEXT,
  organized_at     INTEGER,
  deleted_at       INTEGER,
  CHECK (amount IS NULL OR currency IS NOT NULL),
  CHECK ((captured_at IS NULL) = (captured_instant IS NULL)),
  CHECK ((captured_at IS NULL) = (captured_day IS NULL)),
  CHECK ((latitude IS NULL) = (longitude IS NULL)),
  CHECK ((audio IS NULL) = (audio_sha256 IS NULL)),
  FOREIGN KEY (audio, audio_sha256) REFERENCES audio (id, sha256)
) STRICT;
INSERT INTO quick_record VALUES(1,'01a22c93-39c6-792d-9552-80a7949610b1',1796044175814622179,12000,'TWD',NULL,NULL,'2026-11-30T12:34:56+08:00',1796013296000000000,'2026-11-30',NULL,NULL,NULL,'{"amount":"sidecar","currency":"default","tags":"sidecar","captured_at":"sidecar"}','[]',1,X'ad34716f38f58e10f114de2fcda0fb0f2b433587432d933c235031e40fe515e4','/inbox',X'6c756e63682e776176',1,NULL,1796044175850321052,NULL);
INSERT INTO quick_record VALUES(2,'01a22c93-39c7-79c9-b5c7-9d27c4868b25',1796044175815848002,NULL,NULL,NULL,'latte','2026-11-30T20:34:56+08:00',1796042096000000000,'2026-11-30',NULL,'25.0330','121.5654','{"captured_at":"container","place":"container","note":"container"}','[]',2,X'd6e90abf262c6daa13c943665c1dabb47e5a009a41ec5442737531c59ea93e6d','/inbox',X'6161632e6d3461',0,NULL,NULL,NULL);
INSERT INTO quick_record VALUES(3,'01a22c93-39c8-7932-b9fc-fc164ff80b92',1796044175816423471,NULL,NULL,NULL,NULL,'2026-11-30T21:09:35+08:00',1796044175000000000,'2026-11-30',NULL,NULL,NULL,'{"captured_at":"file-time"}','[]',3,X'78c2ea7529490db615f6f93e38d1f7834b02d86b2eb3c48726aeb25bbba013e9','/inbox',X'746178692e776176',0,NULL,NULL,NULL);
CREATE TABLE quick_record_tag (
  id           INTEGER NOT NULL PRIMARY KEY,
  quick_record INTEGER NOT NULL REFERENCES quick_record (id),
  position     INTEGER NOT NULL,
  name         TEXT    NOT NULL,               -- as typed
  key          TEXT    NOT NULL,               -- by the tag rule
  UNIQUE (quick_record, key)
) STRICT;
INSERT INTO quick_record_tag VALUES(1,1,0,'food','food');
INSERT INTO quick_record_tag VALUES(2,1,1,'lunch','lunch');
CREATE TABLE sidecar (
  id           INTEGER NOT NULL PRIMARY KEY,
  quick_record INTEGER NOT NULL REFERENCES quick_record (id),
  sha256       BLOB    NOT NULL CHECK (length(sha256) = 32),
  bytes        BLOB    NOT NULL,
  applied_at   INTEGER NOT NULL
) STRICT;
INSERT INTO sidecar VALUES(1,1,X'646914b500c4742652d76288c142b597a2e317afd7584aa0249d41238e38c5e2',X'7b22616d6f756e74223a22313230222c2274616773223a5b22666f6f64222c226c756e6368225d2c2263617074757265645f6174223a22323032362d31312d33305431323a33343a35362b30383a3030227d',1796044175814622179);
CREATE TABLE transaction_record (
  id               INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  uuid             TEXT    NOT NULL CHECK (length(uuid) = 36),
  created_at       INTEGER NOT NULL,
  amount           INTEGER NOT NULL CHECK (abs(amount) <= 999999999999999999),
  currency         TEXT    NOT NULL CHECK (length(currency) = 3),
  type             TEXT    NOT NULL CHECK (type IN ('income', 'expense')),
  note             TEXT,
  occurred_at      TEXT    NOT NULL,
  occurred_instant INTEGER NOT NULL,
  occurred_day     TEXT    NOT NULL CHECK (length(occurred_day) = 10),
  captured_at      TEXT,
  captured_instant INTEGER,
  captured_day     TEXT    CHECK (length(captured_day) = 10),
  place            TEXT,
  latitude         TEXT,
  longitude        TEXT,
  sources          TEXT    NOT NULL CHECK (json_valid(sources)),
  deleted_at       INTEGER,
  CHECK ((captured_at IS NULL) = (captured_instant IS NULL)),
  CHECK ((captured_at IS NULL) = (captured_day IS NULL)),
  CHECK ((latitude IS NULL) = (longitude IS NULL))
) STRICT;
INSERT INTO transaction_record VALUES(1,'01a22c93-39ea-7485-8677-8ca93520673e',1796044175850321052,12000,'TWD','expense',NULL,'2026-11-30T12:34:56+08:00',1796013296000000000,'2026-11-30','2026-11-30T12:34:56+08:00',1796013296000000000,'2026-11-30',NULL,NULL,NULL,'{"amount":"sidecar","currency":"default","tags":"sidecar","captured_at":"sidecar","type":"user"}',NULL);
CREATE TABLE transaction_tag (
  id                 INTEGER NOT NULL PRIMARY KEY,
  transaction_record INTEGER NOT NULL REFERENCES transaction_record (id),
  position           INTEGER NOT NULL,
  name               TEXT    NOT NULL,
  key                TEXT    NOT NULL,
  UNIQUE (transaction_record, key)
) STRICT;
INSERT INTO transaction_tag VALUES(1,1,0,'food','food');
INSERT INTO transaction_tag VALUES(2,1,1,'lunch','lunch');
CREATE TABLE transaction_quick_record (
  id                 INTEGER NOT NULL PRIMARY KEY,
  transaction_record INTEGER NOT NULL REFERENCES transaction_record (id),
  quick_record       INTEGER NOT NULL REFERENCES quick_record (id),
  UNIQUE (transaction_record, quick_record)
) STRICT;
INSERT INTO transaction_quick_record VALUES(1,1,1);
CREATE TABLE transaction_recording (
  id                 INTEGER NOT NULL PRIMARY KEY,
  transaction_record INTEGER NOT NULL REFERENCES transaction_record (id),
  audio              INTEGER NOT NULL REFERENCES audio (id),
  position           INTEGER NOT NULL,
  UNIQUE (transaction_record, audio)
) STRICT;
INSERT INTO transaction_recording VALUES(1,1,1,0);
CREATE TABLE quarantine (
  id           INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  uuid         TEXT    NOT NULL CHECK (length(uuid) = 36),
  code         TEXT    NOT NULL,
  message      TEXT    NOT NULL,
  quick_record INTEGER REFERENCES quick_record (id),  -- the record it names
  inbox        TEXT    NOT NULL,
  at           INTEGER NOT NULL,
  state        TEXT    NOT NULL CHECK (state IN ('held', 'retried', 'dropped'))
) STRICT;
INSERT INTO quarantine VALUES(1,'01a22c93-39b7-77f2-9b8b-27689fa0f5e8','not-audio','This file is not a recording that can be read. (It was not recognised as audio by its content.)',NULL,'/inbox',1796044175799809003,'held');
CREATE TABLE quarantine_file (
  id         INTEGER NOT NULL PRIMARY KEY,
  quarantine INTEGER NOT NULL REFERENCES quarantine (id),
  role       TEXT    NOT NULL CHECK (role IN ('recording', 'sidecar')),
  name       BLOB    NOT NULL,                 -- in the inbox
  path       TEXT    NOT NULL,                 -- relative to the store
  bytes      INTEGER NOT NULL CHECK (bytes >= 0),
  sha256     BLOB    NOT NULL CHECK (length(sha256) = 32)
) STRICT;
INSERT INTO quarantine_file VALUES(1,1,'recording',X'6e6f74652e747874','quarantine/01a22c93-39b7-77f2-9b8b-27689fa0f5e8/note.txt',6,X'5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03');
CREATE TABLE pending_removal (
  id           INTEGER NOT NULL PRIMARY KEY,
  inbox        TEXT    NOT NULL,
  name         BLOB    NOT NULL,
  private_name BLOB    NOT NULL,
  device       INTEGER NOT NULL,
  inode        INTEGER NOT NULL,
  size         INTEGER NOT NULL,
  modified     INTEGER NOT NULL,
  sha256       BLOB    NOT NULL CHECK (length(sha256) = 32)
) STRICT;
CREATE TABLE suspect (
  sha256 BLOB    NOT NULL PRIMARY KEY CHECK (length(sha256) = 32),
  deaths INTEGER NOT NULL CHECK (deaths >= 0),
  at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE outcome (
  id         INTEGER NOT NULL PRIMARY KEY,
  kind       TEXT    NOT NULL CHECK (kind IN
    ('recorded', 'revised', 'duplicate', 'quarantined', 'ignored', 'withdrawn')),
  at         INTEGER NOT NULL,
  inbox      TEXT    NOT NULL,
  recording  BLOB,                             -- names in the inbox
  sidecar    BLOB,
  record     TEXT,                             -- q12, x3
  CHECK (recording IS NOT NULL OR sidecar IS NOT NULL)
) STRICT;
INSERT INTO outcome VALUES(1,'quarantined',1796044175799809003,'/inbox',X'6e6f74652e747874',NULL,'x1');
INSERT INTO outcome VALUES(2,'recorded',1796044175814622179,'/inbox',X'6c756e63682e776176',X'6c756e63682e7761762e6a736f6e','q1');
INSERT INTO outcome VALUES(3,'recorded',1796044175815848002,'/inbox',X'6161632e6d3461',NULL,'q2');
INSERT INTO outcome VALUES(4,'recorded',1796044175816423471,'/inbox',X'746178692e776176',NULL,'q3');
CREATE TABLE outcome_count (
  kind  TEXT    NOT NULL PRIMARY KEY,
  count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO outcome_count VALUES('quarantined',1);
INSERT INTO outcome_count VALUES('recorded',3);
CREATE TABLE operation (
  id      INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  kind    TEXT    NOT NULL,
  program TEXT    NOT NULL,
  at      INTEGER NOT NULL,
  is_open INTEGER CHECK (is_open = 1)          -- while it is being made, null after
) STRICT;
INSERT INTO operation VALUES(1,'set-aside','mm-ingestd',1796044175799809003,NULL);
INSERT INTO operation VALUES(2,'capture','mm-ingestd',1796044175814622179,NULL);
INSERT INTO operation VALUES(3,'capture','mm-ingestd',1796044175815848002,NULL);
INSERT INTO operation VALUES(4,'capture','mm-ingestd',1796044175816423471,NULL);
INSERT INTO operation VALUES(5,'organize','mm-organize',1796044175850321052,NULL);
CREATE TABLE image (
  id         INTEGER NOT NULL PRIMARY KEY,
  operation  INTEGER NOT NULL REFERENCES operation (id),
  table_name TEXT    NOT NULL,
  row        INTEGER NOT NULL,
  record     TEXT,                             -- the record whose part the row is: q12
  before     TEXT,
  after      TEXT
) STRICT;
INSERT INTO image VALUES(1,1,'quarantine',1,'x1',NULL,'{"id":1,"uuid":"01a22c93-39b7-77f2-9b8b-27689fa0f5e8","code":"not-audio","message":"This file is not a recording that can be read. (It was not recognised as audio by its content.)","quick_record":null,"inbox":"/inbox","at":1796044175799809003,"state":"held"}');
INSERT INTO image VALUES(2,1,'quarantine_file',1,'x1',NULL,'{"id":1,"quarantine":1,"role":"recording","name":"6E6F74652E747874","path":"quarantine/01a22c93-39b7-77f2-9b8b-27689fa0f5e8/note.txt","bytes":6,"sha256":"5891B5B522D5DF086D0FF0B110FBD9D21BB4FC7163AF34D08286A2E846F6BE03"}');
INSERT INTO image VALUES(3,2,'audio',1,NULL,NULL,'{"id":1,"uuid":"01a22c93-3928-7c17-9912-c316a63e34d5","sha256":"AD34716F38F58E10F114DE2FCDA0FB0F2B433587432D933C235031E40FE515E4","path":"audio/2026/11/01a22c93-3928-7c17-9912-c316a63e34d5.wav","present":1,"format":"wav","codec":"pcm_s16","sample_rate":8000,"channels":1,"frames":4000,"claimed_frames":4000,"bytes":8044,"peak":-3031,"rms":-3508,"clipped_samples":0,"ended_early":0,"waveform":"0808080808080808080808080808080808080707070707070707070707070707070708080808080808080808080808080808080808080808080808080808080808080808070707070707070707070707070707070808080808080808080808080808080808080808080808080808080808080808080707070707070707070707070707070708080808080808080808080808080808080808080808080808080808080808080808070707070707070707070707070707070808080808080808080808080808080808","texts":"[]","broadcast":null,"priming_frames":null}');
INSERT INTO image VALUES(4,2,'quick_record',1,'q1',NULL,'{"id":1,"uuid":"01a22c93-39c6-792d-9552-80a7949610b1","created_at":1796044175814622179,"amount":12000,"currency":"TWD","type":null,"note":null,"captured_at":"2026-11-30T12:34:56+08:00","captured_instant":1796013296000000000,"captured_day":"2026-11-30","place":null,"latitude":null,"longitude":null,"sources":"{\"amount\":\"sidecar\",\"currency\":\"default\",\"tags\":\"sidecar\",\"captured_at\":\"sidecar\"}","review":"[]","audio":1,"audio_sha256":"AD34716F38F58E10F114DE2FCDA0FB0F2B433587432D933C235031E40FE515E4","inbox":"/inbox","source_name":"6C756E63682E776176","had_sidecar":1,"writer_id":null,"organized_at":null,"deleted_at":null}');
INSERT INTO image VALUES(5,2,'quick_record_tag',1,'q1',NULL,'{"id":1,"quick_record":1,"position":0,"name":"food","key":"food"}');
INSERT INTO image VALUES(6,2,'quick_record_tag',2,'q1',NULL,'{"id":2,"quick_record":1,"position":1,"name":"lunch","key":"lunch"}');
INSERT INTO image VALUES(7,2,'sidecar',1,'q1',NULL,'{"id":1,"quick_record":1,"sha256":"646914B500C4742652D76288C142B597A2E317AFD7584AA0249D41238E38C5E2","bytes":"7B22616D6F756E74223A22313230222C2274616773223A5B22666F6F64222C226C756E6368225D2C2263617074757265645F6174223A22323032362D31312D33305431323A33343A35362B30383A3030227D","applied_at":1796044175814622179}');
INSERT INTO image VALUES(8,3,'audio',2,NULL,NULL,'{"id":2,"uuid":"01a22c93-3929-7ad1-8325-cfc3fc1e9650","sha256":"D6E90ABF262C6DAA13C943665C1DABB47E5A009A41EC5442737531C59EA93E6D","path":"audio/2026/11/01a22c93-3929-7ad1-8325-cfc3fc1e9650.m4a","present":1,"format":"m4a","codec":"aac","sample_rate":22050,"channels":1,"frames":33792,"claimed_frames":33792,"bytes":6079,"peak":-295,"rms":-2029,"clipped_samples":0,"ended_early":0,"waveform":"000000000001042D1D1418190F2D373F6C6F9EA07C876A758A3989663C405D563623482D2628120E0907090E0C0B1108162B3A3F4B56514F46442232261A14030000000000000000000000000000000000000000000F151D2718202A2A2A2D23273A428AB699A89BA36B542A1200000000051507070806080B0A12161711180504100B142417172C3D516D653D332015090108050908090D0D0F1017163747496C467096855D85757E5E656F5661645B4162593F4E57533C4C42514C25422D162114061001000000","texts":"[{\"key\":\"title\",\"value\":\"Coffee\"},{\"key\":\"artist\",\"value\":\"Mom\"},{\"key\":\"comment\",\"value\":\"latte\"},{\"key\":\"date\",\"value\":\"2026-11-30\"},{\"key\":\"creation_time\",\"value\":\"2026-11-30T12:34:56.000000Z\"},{\"key\":\"location\",\"value\":\"+25.0330+121.5654/\"}]","broadcast":null,"priming_frames":1024}');
INSERT INTO image VALUES(9,3,'quick_record',2,'q2',NULL,'{"id":2,"uuid":"01a22c93-39c7-79c9-b5c7-9d27c4868b25","created_at":1796044175815848002,"amount":null,"currency":null,"type":null,"note":"latte","captured_at":"2026-11-30T20:34:56+08:00","captured_instant":1796042096000000000,"captured_day":"2026-11-30","place":null,"latitude":"25.0330","longitude":"121.5654","sources":"{\"captured_at\":\"container\",\"place\":\"container\",\"note\":\"container\"}","review":"[]","audio":2,"audio_sha256":"D6E90ABF262C6DAA13C943665C1DABB47E5A009A41EC5442737531C59EA93E6D","inbox":"/inbox","source_name":"6161632E6D3461","had_sidecar":0,"writer_id":null,"organized_at":null,"deleted_at":null}');
INSERT INTO image VALUES(10,4,'audio',3,NULL,NULL,'{"id":3,"uuid":"01a22c93-392e-7c40-aad0-0e0f7eada886","sha256":"78C2EA7529490DB615F6F93E38D1F7834B02D86B2EB3C48726AEB25BBBA013E9","path":"audio/2026/11/01a22c93-392e-7c40-aad0-0e0f7eada886.wav","present":1,"format":"wav","codec":"pcm_s16","sample_rate":8000,"channels":1,"frames":2000,"claimed_frames":2000,"bytes":4044,"peak":-3031,"rms":-3508,"clipped_samples":0,"ended_early":0,"waveform":"0808080808080808080808080807070708080808070707080808080808080808080808070707070808080707070808080808080808080808080807070708080807070708080808080808080808080808080808080808080808080808080707070808080707070808080808080808080808080807070708080807070708080808080808080808080808070707080808070707070808080808080808080808080808080808080808080808080807070708080807070708080808080808080808080808070707080808","texts":"[]","broadcast":null,"priming_frames":null}');
INSERT INTO image VALUES(11,4,'quick_record',3,'q3',NULL,'{"id":3,"uuid":"01a22c93-39c8-7932-b9fc-fc164ff80b92","created_at":1796044175816423471,"amount":null,"currency":null,"type":null,"note":null,"captured_at":"2026-11-30T21:09:35+08:00","captured_instant":1796044175000000000,"captured_day":"2026-11-30","place":null,"latitude":null,"longitude":null,"sources":"{\"captured_at\":\"file-time\"}","review":"[]","audio":3,"audio_sha256":"78C2EA7529490DB615F6F93E38D1F7834B02D86B2EB3C48726AEB25BBBA013E9","inbox":"/inbox","source_name":"746178692E776176","had_sidecar":0,"writer_id":null,"organized_at":null,"deleted_at":null}');
INSERT INTO image VALUES(12,5,'transaction_record',1,'t1',NULL,'{"id":1,"uuid":"01a22c93-39ea-7485-8677-8ca93520673e","created_at":1796044175850321052,"amount":12000,"currency":"TWD","type":"expense","note":null,"occurred_at":"2026-11-30T12:34:56+08:00","occurred_instant":1796013296000000000,"occurred_day":"2026-11-30","captured_at":"2026-11-30T12:34:56+08:00","captured_instant":1796013296000000000,"captured_day":"2026-11-30","place":null,"latitude":null,"longitude":null,"sources":"{\"amount\":\"sidecar\",\"currency\":\"default\",\"tags\":\"sidecar\",\"captured_at\":\"sidecar\",\"type\":\"user\"}","deleted_at":null}');
INSERT INTO image VALUES(13,5,'transaction_tag',1,'t1',NULL,'{"id":1,"transaction_record":1,"position":0,"name":"food","key":"food"}');
INSERT INTO image VALUES(14,5,'transaction_tag',2,'t1',NULL,'{"id":2,"transaction_record":1,"position":1,"name":"lunch","key":"lunch"}');
INSERT INTO image VALUES(15,5,'transaction_quick_record',1,'t1',NULL,'{"id":1,"transaction_record":1,"quick_record":1}');
INSERT INTO image VALUES(16,5,'transaction_recording',1,'t1',NULL,'{"id":1,"transaction_record":1,"audio":1,"position":0}');
INSERT INTO image VALUES(17,5,'quick_record',1,'q1','{"id":1,"uuid":"01a22c93-39c6-792d-9552-80a7949610b1","created_at":1796044175814622179,"amount":12000,"currency":"TWD","type":null,"note":null,"captured_at":"2026-11-30T12:34:56+08:00","captured_instant":1796013296000000000,"captured_day":"2026-11-30","place":null,"latitude":null,"longitude":null,"sources":"{\"amount\":\"sidecar\",\"currency\":\"default\",\"tags\":\"sidecar\",\"captured_at\":\"sidecar\"}","review":"[]","audio":1,"audio_sha256":"AD34716F38F58E10F114DE2FCDA0FB0F2B433587432D933C235031E40FE515E4","inbox":"/inbox","source_name":"6C756E63682E776176","had_sidecar":1,"writer_id":null,"organized_at":null,"deleted_at":null}','{"id":1,"uuid":"01a22c93-39c6-792d-9552-80a7949610b1","created_at":1796044175814622179,"amount":12000,"currency":"TWD","type":null,"note":null,"captured_at":"2026-11-30T12:34:56+08:00","captured_instant":1796013296000000000,"captured_day":"2026-11-30","place":null,"latitude":null,"longitude":null,"sources":"{\"amount\":\"sidecar\",\"currency\":\"default\",\"tags\":\"sidecar\",\"captured_at\":\"sidecar\"}","review":"[]","audio":1,"audio_sha256":"AD34716F38F58E10F114DE2FCDA0FB0F2B433587432D933C235031E40FE515E4","inbox":"/inbox","source_name":"6C756E63682E776176","had_sidecar":1,"writer_id":null,"organized_at":1796044175850321052,"deleted_at":null}');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('operation',5);
INSERT INTO sqlite_sequence VALUES('quarantine',1);
INSERT INTO sqlite_sequence VALUES('quick_record',3);
INSERT INTO sqlite_sequence VALUES('transaction_record',1);
CREATE UNIQUE INDEX one_live_quick_record_per_recording
  ON quick_record (audio_sha256) WHERE deleted_at IS NULL AND audio_sha256 IS NOT NULL;
CREATE INDEX deleted_quick_record_by_recording
  ON quick_record (audio_sha256) WHERE deleted_at IS NOT NULL AND audio_sha256 IS NOT NULL;
CREATE UNIQUE INDEX one_quick_record_per_writer_id
  ON quick_record (writer_id) WHERE writer_id IS NOT NULL;
CREATE INDEX open_quick_record
  ON quick_record (captured_day) WHERE organized_at IS NULL AND deleted_at IS NULL;
CREATE INDEX quick_record_by_audio ON quick_record (audio) WHERE audio IS NOT NULL;
CREATE INDEX quick_record_by_name
  ON quick_record (inbox, source_name, created_at) WHERE source_name IS NOT NULL;
CREATE INDEX quick_record_tag_by_key ON quick_record_tag (key);
CREATE INDEX sidecar_by_quick_record ON sidecar (quick_record);
CREATE INDEX transaction_record_by_day ON transaction_record (occurred_day);
CREATE INDEX transaction_tag_by_key ON transaction_tag (key);
CREATE INDEX transaction_quick_record_by_quick_record
  ON transaction_quick_record (quick_record);
CREATE INDEX transaction_recording_by_audio ON transaction_recording (audio);
CREATE INDEX held_quarantine ON quarantine (inbox) WHERE state = 'held';
CREATE INDEX quarantine_file_by_item ON quarantine_file (quarantine);
CREATE TRIGGER count_outcome AFTER INSERT ON outcome BEGIN
  INSERT INTO outcome_count (kind, count) VALUES (new.kind, 1)
    ON CONFLICT (kind) DO UPDATE SET count = count + 1;
END;
CREATE UNIQUE INDEX one_open_operation ON operation (is_open) WHERE is_open IS NOT NULL;
CREATE INDEX image_by_operation ON image (operation);
CREATE INDEX image_by_record ON image (record, operation) WHERE record IS NOT NULL;
CREATE TRIGGER journal_quick_record_insert AFTER INSERT ON quick_record BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'quick_record', new.id, 'q' || new.id,
    NULL, json_object('id', new."id", 'uuid', new."uuid", 'created_at', new."created_at", 'amount', new."amount", 'currency', new."currency", 'type', new."type", 'note', new."note", 'captured_at', new."captured_at", 'captured_instant', new."captured_instant", 'captured_day', new."captured_day", 'place', new."place", 'latitude', new."latitude", 'longitude', new."longitude", 'sources', new."sources", 'review', new."review", 'audio', new."audio", 'audio_sha256', iif(new."audio_sha256" IS NULL, NULL, hex(new."audio_sha256")), 'inbox', new."inbox", 'source_name', iif(new."source_name" IS NULL, NULL, hex(new."source_name")), 'had_sidecar', new."had_sidecar", 'writer_id', new."writer_id", 'organized_at', new."organized_at", 'deleted_at', new."deleted_at"));
END;
CREATE TRIGGER journal_quick_record_update AFTER UPDATE ON quick_record BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'quick_record', new.id, 'q' || new.id,
    json_object('id', old."id", 'uuid', old."uuid", 'created_at', old."created_at", 'amount', old."amount", 'currency', old."currency", 'type', old."type", 'note', old."note", 'captured_at', old."captured_at", 'captured_instant', old."captured_instant", 'captured_day', old."captured_day", 'place', old."place", 'latitude', old."latitude", 'longitude', old."longitude", 'sources', old."sources", 'review', old."review", 'audio', old."audio", 'audio_sha256', iif(old."audio_sha256" IS NULL, NULL, hex(old."audio_sha256")), 'inbox', old."inbox", 'source_name', iif(old."source_name" IS NULL, NULL, hex(old."source_name")), 'had_sidecar', old."had_sidecar", 'writer_id', old."writer_id", 'organized_at', old."organized_at", 'deleted_at', old."deleted_at"), json_object('id', new."id", 'uuid', new."uuid", 'created_at', new."created_at", 'amount', new."amount", 'currency', new."currency", 'type', new."type", 'note', new."note", 'captured_at', new."captured_at", 'captured_instant', new."captured_instant", 'captured_day', new."captured_day", 'place', new."place", 'latitude', new."latitude", 'longitude', new."longitude", 'sources', new."sources", 'review', new."review", 'audio', new."audio", 'audio_sha256', iif(new."audio_sha256" IS NULL, NULL, hex(new."audio_sha256")), 'inbox', new."inbox", 'source_name', iif(new."source_name" IS NULL, NULL, hex(new."source_name")), 'had_sidecar', new."had_sidecar", 'writer_id', new."writer_id", 'organized_at', new."organized_at", 'deleted_at', new."deleted_at"));
END;
CREATE TRIGGER journal_quick_record_delete AFTER DELETE ON quick_record BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'quick_record', old.id, 'q' || old.id,
    json_object('id', old."id", 'uuid', old."uuid", 'created_at', old."created_at", 'amount', old."amount", 'currency', old."currency", 'type', old."type", 'note', old."note", 'captured_at', old."captured_at", 'captured_instant', old."captured_instant", 'captured_day', old."captured_day", 'place', old."place", 'latitude', old."latitude", 'longitude', old."longitude", 'sources', old."sources", 'review', old."review", 'audio', old."audio", 'audio_sha256', iif(old."audio_sha256" IS NULL, NULL, hex(old."audio_sha256")), 'inbox', old."inbox", 'source_name', iif(old."source_name" IS NULL, NULL, hex(old."source_name")), 'had_sidecar', old."had_sidecar", 'writer_id', old."writer_id", 'organized_at', old."organized_at", 'deleted_at', old."deleted_at"), NULL);
END;
CREATE TRIGGER journal_quick_record_tag_insert AFTER INSERT ON quick_record_tag BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'quick_record_tag', new.id, 'q' || new.quick_record,
    NULL, json_object('id', new."id", 'quick_record', new."quick_record", 'position', new."position", 'name', new."name", 'key', new."key"));
END;
CREATE TRIGGER journal_quick_record_tag_update AFTER UPDATE ON quick_record_tag BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'quick_record_tag', new.id, 'q' || new.quick_record,
    json_object('id', old."id", 'quick_record', old."quick_record", 'position', old."position", 'name', old."name", 'key', old."key"), json_object('id', new."id", 'quick_record', new."quick_record", 'position', new."position", 'name', new."name", 'key', new."key"));
END;
CREATE TRIGGER journal_quick_record_tag_delete AFTER DELETE ON quick_record_tag BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'quick_record_tag', old.id, 'q' || old.quick_record,
    json_object('id', old."id", 'quick_record', old."quick_record", 'position', old."position", 'name', old."name", 'key', old."key"), NULL);
END;
CREATE TRIGGER journal_sidecar_insert AFTER INSERT ON sidecar BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'sidecar', new.id, 'q' || new.quick_record,
    NULL, json_object('id', new."id", 'quick_record', new."quick_record", 'sha256', iif(new."sha256" IS NULL, NULL, hex(new."sha256")), 'bytes', iif(new."bytes" IS NULL, NULL, hex(new."bytes")), 'applied_at', new."applied_at"));
END;
CREATE TRIGGER journal_sidecar_update AFTER UPDATE ON sidecar BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'sidecar', new.id, 'q' || new.quick_record,
    json_object('id', old."id", 'quick_record', old."quick_record", 'sha256', iif(old."sha256" IS NULL, NULL, hex(old."sha256")), 'bytes', iif(old."bytes" IS NULL, NULL, hex(old."bytes")), 'applied_at', old."applied_at"), json_object('id', new."id", 'quick_record', new."quick_record", 'sha256', iif(new."sha256" IS NULL, NULL, hex(new."sha256")), 'bytes', iif(new."bytes" IS NULL, NULL, hex(new."bytes")), 'applied_at', new."applied_at"));
END;
CREATE TRIGGER journal_sidecar_delete AFTER DELETE ON sidecar BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'sidecar', old.id, 'q' || old.quick_record,
    json_object('id', old."id", 'quick_record', old."quick_record", 'sha256', iif(old."sha256" IS NULL, NULL, hex(old."sha256")), 'bytes', iif(old."bytes" IS NULL, NULL, hex(old."bytes")), 'applied_at', old."applied_at"), NULL);
END;
CREATE TRIGGER journal_transaction_record_insert AFTER INSERT ON transaction_record BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'transaction_record', new.id, 't' || new.id,
    NULL, json_object('id', new."id", 'uuid', new."uuid", 'created_at', new."created_at", 'amount', new."amount", 'currency', new."currency", 'type', new."type", 'note', new."note", 'occurred_at', new."occurred_at", 'occurred_instant', new."occurred_instant", 'occurred_day', new."occurred_day", 'captured_at', new."captured_at", 'captured_instant', new."captured_instant", 'captured_day', new."captured_day", 'place', new."place", 'latitude', new."latitude", 'longitude', new."longitude", 'sources', new."sources", 'deleted_at', new."deleted_at"));
END;
CREATE TRIGGER journal_transaction_record_update AFTER UPDATE ON transaction_record BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'transaction_record', new.id, 't' || new.id,
    json_object('id', old."id", 'uuid', old."uuid", 'created_at', old."created_at", 'amount', old."amount", 'currency', old."currency", 'type', old."type", 'note', old."note", 'occurred_at', old."occurred_at", 'occurred_instant', old."occurred_instant", 'occurred_day', old."occurred_day", 'captured_at', old."captured_at", 'captured_instant', old."captured_instant", 'captured_day', old."captured_day", 'place', old."place", 'latitude', old."latitude", 'longitude', old."longitude", 'sources', old."sources", 'deleted_at', old."deleted_at"), json_object('id', new."id", 'uuid', new."uuid", 'created_at', new."created_at", 'amount', new."amount", 'currency', new."currency", 'type', new."type", 'note', new."note", 'occurred_at', new."occurred_at", 'occurred_instant', new."occurred_instant", 'occurred_day', new."occurred_day", 'captured_at', new."captured_at", 'captured_instant', new."captured_instant", 'captured_day', new."captured_day", 'place', new."place", 'latitude', new."latitude", 'longitude', new."longitude", 'sources', new."sources", 'deleted_at', new."deleted_at"));
END;
CREATE TRIGGER journal_transaction_record_delete AFTER DELETE ON transaction_record BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'transaction_record', old.id, 't' || old.id,
    json_object('id', old."id", 'uuid', old."uuid", 'created_at', old."created_at", 'amount', old."amount", 'currency', old."currency", 'type', old."type", 'note', old."note", 'occurred_at', old."occurred_at", 'occurred_instant', old."occurred_instant", 'occurred_day', old."occurred_day", 'captured_at', old."captured_at", 'captured_instant', old."captured_instant", 'captured_day', old."captured_day", 'place', old."place", 'latitude', old."latitude", 'longitude', old."longitude", 'sources', old."sources", 'deleted_at', old."deleted_at"), NULL);
END;
CREATE TRIGGER journal_transaction_tag_insert AFTER INSERT ON transaction_tag BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'transaction_tag', new.id, 't' || new.transaction_record,
    NULL, json_object('id', new."id", 'transaction_record', new."transaction_record", 'position', new."position", 'name', new."name", 'key', new."key"));
END;
CREATE TRIGGER journal_transaction_tag_update AFTER UPDATE ON transaction_tag BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'transaction_tag', new.id, 't' || new.transaction_record,
    json_object('id', old."id", 'transaction_record', old."transaction_record", 'position', old."position", 'name', old."name", 'key', old."key"), json_object('id', new."id", 'transaction_record', new."transaction_record", 'position', new."position", 'name', new."name", 'key', new."key"));
END;
CREATE TRIGGER journal_transaction_tag_delete AFTER DELETE ON transaction_tag BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'transaction_tag', old.id, 't' || old.transaction_record,
    json_object('id', old."id", 'transaction_record', old."transaction_record", 'position', old."position", 'name', old."name", 'key', old."key"), NULL);
END;
CREATE TRIGGER journal_transaction_quick_record_insert AFTER INSERT ON transaction_quick_record BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'transaction_quick_record', new.id, 't' || new.transaction_record,
    NULL, json_object('id', new."id", 'transaction_record', new."transaction_record", 'quick_record', new."quick_record"));
END;
CREATE TRIGGER journal_transaction_quick_record_update AFTER UPDATE ON transaction_quick_record BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'transaction_quick_record', new.id, 't' || new.transaction_record,
    json_object('id', old."id", 'transaction_record', old."transaction_record", 'quick_record', old."quick_record"), json_object('id', new."id", 'transaction_record', new."transaction_record", 'quick_record', new."quick_record"));
END;
CREATE TRIGGER journal_transaction_quick_record_delete AFTER DELETE ON transaction_quick_record BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'transaction_quick_record', old.id, 't' || old.transaction_record,
    json_object('id', old."id", 'transaction_record', old."transaction_record", 'quick_record', old."quick_record"), NULL);
END;
CREATE TRIGGER journal_transaction_recording_insert AFTER INSERT ON transaction_recording BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'transaction_recording', new.id, 't' || new.transaction_record,
    NULL, json_object('id', new."id", 'transaction_record', new."transaction_record", 'audio', new."audio", 'position', new."position"));
END;
CREATE TRIGGER journal_transaction_recording_update AFTER UPDATE ON transaction_recording BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'transaction_recording', new.id, 't' || new.transaction_record,
    json_object('id', old."id", 'transaction_record', old."transaction_record", 'audio', old."audio", 'position', old."position"), json_object('id', new."id", 'transaction_record', new."transaction_record", 'audio', new."audio", 'position', new."position"));
END;
CREATE TRIGGER journal_transaction_recording_delete AFTER DELETE ON transaction_recording BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'transaction_recording', old.id, 't' || old.transaction_record,
    json_object('id', old."id", 'transaction_record', old."transaction_record", 'audio', old."audio", 'position', old."position"), NULL);
END;
CREATE TRIGGER journal_quarantine_insert AFTER INSERT ON quarantine BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'quarantine', new.id, 'x' || new.id,
    NULL, json_object('id', new."id", 'uuid', new."uuid", 'code', new."code", 'message', new."message", 'quick_record', new."quick_record", 'inbox', new."inbox", 'at', new."at", 'state', new."state"));
END;
CREATE TRIGGER journal_quarantine_update AFTER UPDATE ON quarantine BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'quarantine', new.id, 'x' || new.id,
    json_object('id', old."id", 'uuid', old."uuid", 'code', old."code", 'message', old."message", 'quick_record', old."quick_record", 'inbox', old."inbox", 'at', old."at", 'state', old."state"), json_object('id', new."id", 'uuid', new."uuid", 'code', new."code", 'message', new."message", 'quick_record', new."quick_record", 'inbox', new."inbox", 'at', new."at", 'state', new."state"));
END;
CREATE TRIGGER journal_quarantine_delete AFTER DELETE ON quarantine BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'quarantine', old.id, 'x' || old.id,
    json_object('id', old."id", 'uuid', old."uuid", 'code', old."code", 'message', old."message", 'quick_record', old."quick_record", 'inbox', old."inbox", 'at', old."at", 'state', old."state"), NULL);
END;
CREATE TRIGGER journal_quarantine_file_insert AFTER INSERT ON quarantine_file BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'quarantine_file', new.id, 'x' || new.quarantine,
    NULL, json_object('id', new."id", 'quarantine', new."quarantine", 'role', new."role", 'name', iif(new."name" IS NULL, NULL, hex(new."name")), 'path', new."path", 'bytes', new."bytes", 'sha256', iif(new."sha256" IS NULL, NULL, hex(new."sha256"))));
END;
CREATE TRIGGER journal_quarantine_file_update AFTER UPDATE ON quarantine_file BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'quarantine_file', new.id, 'x' || new.quarantine,
    json_object('id', old."id", 'quarantine', old."quarantine", 'role', old."role", 'name', iif(old."name" IS NULL, NULL, hex(old."name")), 'path', old."path", 'bytes', old."bytes", 'sha256', iif(old."sha256" IS NULL, NULL, hex(old."sha256"))), json_object('id', new."id", 'quarantine', new."quarantine", 'role', new."role", 'name', iif(new."name" IS NULL, NULL, hex(new."name")), 'path', new."path", 'bytes', new."bytes", 'sha256', iif(new."sha256" IS NULL, NULL, hex(new."sha256"))));
END;
CREATE TRIGGER journal_quarantine_file_delete AFTER DELETE ON quarantine_file BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'quarantine_file', old.id, 'x' || old.quarantine,
    json_object('id', old."id", 'quarantine', old."quarantine", 'role', old."role", 'name', iif(old."name" IS NULL, NULL, hex(old."name")), 'path', old."path", 'bytes', old."bytes", 'sha256', iif(old."sha256" IS NULL, NULL, hex(old."sha256"))), NULL);
END;
CREATE TRIGGER journal_audio_insert AFTER INSERT ON audio BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'audio', new.id, NULL,
    NULL, json_object('id', new."id", 'uuid', new."uuid", 'sha256', iif(new."sha256" IS NULL, NULL, hex(new."sha256")), 'path', new."path", 'present', new."present", 'format', new."format", 'codec', new."codec", 'sample_rate', new."sample_rate", 'channels', new."channels", 'frames', new."frames", 'claimed_frames', new."claimed_frames", 'bytes', new."bytes", 'peak', new."peak", 'rms', new."rms", 'clipped_samples', new."clipped_samples", 'ended_early', new."ended_early", 'waveform', iif(new."waveform" IS NULL, NULL, hex(new."waveform")), 'texts', new."texts", 'broadcast', new."broadcast", 'priming_frames', new."priming_frames"));
END;
CREATE TRIGGER journal_audio_update AFTER UPDATE ON audio BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'audio', new.id, NULL,
    json_object('id', old."id", 'uuid', old."uuid", 'sha256', iif(old."sha256" IS NULL, NULL, hex(old."sha256")), 'path', old."path", 'present', old."present", 'format', old."format", 'codec', old."codec", 'sample_rate', old."sample_rate", 'channels', old."channels", 'frames', old."frames", 'claimed_frames', old."claimed_frames", 'bytes', old."bytes", 'peak', old."peak", 'rms', old."rms", 'clipped_samples', old."clipped_samples", 'ended_early', old."ended_early", 'waveform', iif(old."waveform" IS NULL, NULL, hex(old."waveform")), 'texts', old."texts", 'broadcast', old."broadcast", 'priming_frames', old."priming_frames"), json_object('id', new."id", 'uuid', new."uuid", 'sha256', iif(new."sha256" IS NULL, NULL, hex(new."sha256")), 'path', new."path", 'present', new."present", 'format', new."format", 'codec', new."codec", 'sample_rate', new."sample_rate", 'channels', new."channels", 'frames', new."frames", 'claimed_frames', new."claimed_frames", 'bytes', new."bytes", 'peak', new."peak", 'rms', new."rms", 'clipped_samples', new."clipped_samples", 'ended_early', new."ended_early", 'waveform', iif(new."waveform" IS NULL, NULL, hex(new."waveform")), 'texts', new."texts", 'broadcast', new."broadcast", 'priming_frames', new."priming_frames"));
END;
CREATE TRIGGER journal_audio_delete AFTER DELETE ON audio BEGIN
  INSERT INTO image (operation, table_name, row, record, before, after) VALUES (
    (SELECT id FROM operation WHERE is_open IS NOT NULL),
    'audio', old.id, NULL,
    json_object('id', old."id", 'uuid', old."uuid", 'sha256', iif(old."sha256" IS NULL, NULL, hex(old."sha256")), 'path', old."path", 'present', old."present", 'format', old."format", 'codec', old."codec", 'sample_rate', old."sample_rate", 'channels', old."channels", 'frames', old."frames", 'claimed_frames', old."claimed_frames", 'bytes', old."bytes", 'peak', old."peak", 'rms', old."rms", 'clipped_samples', old."clipped_samples", 'ended_early', old."ended_early", 'waveform', iif(old."waveform" IS NULL, NULL, hex(old."waveform")), 'texts', old."texts", 'broadcast', old."broadcast", 'priming_frames', old."priming_frames"), NULL);
END;
COMMIT;
