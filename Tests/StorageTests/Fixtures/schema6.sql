-- A store of schema 6 (sqlite3 records.sqlite3 .dump): the rows of schema 5, and an edit that was taken back.
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
INSERT INTO audio VALUES(1,'01a22cce-0ba8-74bb-96cd-86658a9f09b2',X'3265c492630db54e34651753b7632fb653244d5bad7599c4257a3dc9459d6d52','audio/2026/11/01a22cce-0ba8-74bb-96cd-86658a9f09b2.wav',1,'wav','pcm_s16',16000,1,4000,4000,8044,-2,-470,0,0,X'fefef4f4fcfcfcf4fefef8f8f8fefef4fcfcfcfcfafefef8fefefafaf6fcfcf6fafafefef2fefefaf6f6fcfcf6fafafef2f2fefefaf6f6fcf6f6fafafef8f8fefafafcfcfcf4f4fef8f8f8f8fef4f4fcfcfcf4f4fef8f8f8fefef4f4fcfcfcf4fefef8f8f8fefef6fcfcf6f6fafefef2fefefafaf6fcfcf6fafafefef2fefefaf6f6fcfcf6fafafef2f2fefefafcfcfcf6f6fefef8f8f8fef4f4fcfcfcf4f4fef8f8f8f8fef4f4fcfcfcf4f4fef8f8f8fefef6f6fcfcfcfafefef8f8fefafaf6fcfcf6f6fafefef2','[]',NULL,NULL);
INSERT INTO audio VALUES(2,'01a22cce-1188-7fdf-bb40-4e1a61a12728',X'f3d8267b6d714024bd85e9c4ea3341e7160a32857914bbac92356765bc44d182','audio/2026/11/01a22cce-1188-7fdf-bb40-4e1a61a12728.wav',1,'wav','pcm_s16',16000,1,2000,2000,4044,-2,-470,0,0,X'f6f6f6f6fafafaecececfefefefcfcfce4e4e4e4fcfcfcfefefee2e2e2fafafafefefef4f4f4f4fcfcfceeeeeefcfcfcfefefee6e6e6fafafafafefefee0e0e0fcfcfcfcfcfcf2f2f2f2fefefef0f0f0fafafafefefee8e8e8fcfcfcfcfcfcfcdededefefefefafafaf0f0f0fefefefef2f2f2fcfcfcfcfcfceaeaeafefefefafafafadcdcdcfefefefcfcfceeeeeefcfcfcfcf4f4f4fefefefafafaecececfefefefcfcfcfcdadadafcfcfcfefefeecececfafafaf6f6f6f6fefefefcfcfceeeeeefcfcfce0e0e0','[]',NULL,NULL);
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
INSERT INTO quick_record VALUES(1,'01a22cce-0bbb-7bd7-a840-50f96941e386',1796048030651726618,12000,'TWD',NULL,NULL,'2026-11-30T12:34:56+08:00',1796013296000000000,'2026-11-30',NULL,NULL,NULL,'{"amount":"sidecar","currency":"sidecar","tags":"sidecar","captured_at":"sidecar"}','[]',1,X'3265c492630db54e34651753b7632fb653244d5bad7599c4257a3dc9459d6d52','/inbox',X'6c756e63682e776176',1,NULL,1796048030691009782,NULL);
INSERT INTO quick_record VALUES(2,'01a22cce-11df-7b72-8ee6-76da275e2f56',1796048032223929344,NULL,NULL,NULL,NULL,'2026-11-30T22:13:50+08:00',1796048030000000000,'2026-11-30',NULL,NULL,NULL,'{"captured_at":"file-time"}','[]',2,X'f3d8267b6d714024bd85e9c4ea3341e7160a32857914bbac92356765bc44d182','/inbox',X'6d656d6f2e776176',0,NULL,NULL,NULL);
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
INSERT INTO transaction_record VALUES(1,'01a22cce-0be3-787f-99a4-c995dc693455',1796048030691009782,12000,'TWD','expense',NULL,'2026-11-30T12:34:00+08:00',1796013240000000000,'2026-11-30','2026-11-30T12:34:56+08:00',1796013296000000000,'2026-11-30','Office',NULL,NULL,'{"amount":"sidecar","currency":"sidecar","tags":"sidecar","captured_at":"sidecar","place":"user","type":"user"}',NULL);
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
INSERT INTO quarantine VALUES(1,'01a22cce-11e1-7d84-b4cb-88a58d2f49c6','not-audio','This file is not a recording that can be read. (It was not recognised as audio by its content.)',NULL,'/inbox',1796048032225977642,'held');
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
  record     TEXT, recording_arrived INTEGER, sidecar_arrived INTEGER, waits TEXT CHECK (waits IS NULL OR json_valid(waits)),                             -- q12, x3
  CHECK (recording IS NOT NULL OR sidecar IS NOT NULL)
) STRICT;
INSERT INTO outcome VALUES(1,'recorded',1796048030651726618,'/inbox',X'6c756e63682e776176',X'6c756e63682e7761762e6a736f6e','q1',1796048030506582492,1796048030505813837,NULL);
INSERT INTO outcome VALUES(2,'recorded',1796048032223929344,'/inbox',X'6d656d6f2e776176',NULL,'q2',1796048030935410782,NULL,'[{"code":"settling","since":1796048030987698632,"until":1796048031135862311},{"code":"for-sidecar","since":1796048031135862311,"until":1796048032135751582}]');
INSERT INTO outcome VALUES(3,'quarantined',1796048032225977642,'/inbox',X'746578742e776176',NULL,'x1',1796048030935472255,NULL,'[{"code":"settling","since":1796048030987698632,"until":1796048031135862311},{"code":"for-sidecar","since":1796048031135862311,"until":1796048032135751582}]');
CREATE TABLE outcome_count (
  kind  TEXT    NOT NULL PRIMARY KEY,
  count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO outcome_count VALUES('quarantined',1);
INSERT INTO outcome_count VALUES('recorded',2);
CREATE TABLE operation (
  id      INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  kind    TEXT    NOT NULL,
  program TEXT    NOT NULL,
  at      INTEGER NOT NULL,
  is_open INTEGER CHECK (is_open = 1)          -- while it is being made, null after
, target INTEGER REFERENCES operation (id), undone_by INTEGER REFERENCES operation (id)) STRICT;
INSERT INTO operation VALUES(1,'capture','mm-ingestd',1796048030651726618,NULL,NULL,NULL);
INSERT INTO operation VALUES(2,'organize','mm-organize',1796048030691009782,NULL,NULL,NULL);
INSERT INTO operation VALUES(3,'capture','mm-ingestd',1796048032223929344,NULL,NULL,NULL);
INSERT INTO operation VALUES(4,'set-aside','mm-ingestd',1796048032225977642,NULL,NULL,NULL);
INSERT INTO operation VALUES(5,'capture','mm-organize',1796055795705511771,NULL,NULL,NULL);
INSERT INTO operation VALUES(6,'delete','mm-organize',1796055795801968605,NULL,NULL,NULL);
INSERT INTO operation VALUES(7,'purge','mm-organize',1796055795863707291,NULL,NULL,NULL);
INSERT INTO operation VALUES(8,'edit','mm-organize',1796063077428191085,NULL,NULL,9);
INSERT INTO operation VALUES(9,'undo','mm-organize',1796063077631880331,NULL,8,NULL);
INSERT INTO operation VALUES(10,'edit','mm-organize',1796063077816301822,NULL,NULL,NULL);
CREATE TABLE image (
  id         INTEGER NOT NULL PRIMARY KEY,
  operation  INTEGER NOT NULL REFERENCES operation (id),
  table_name TEXT    NOT NULL,
  row        INTEGER NOT NULL,
  record     TEXT,                             -- the record whose part the row is: q12
  before     TEXT,
  after      TEXT
) STRICT;
INSERT INTO image VALUES(1,1,'audio',1,NULL,NULL,'{"id":1,"uuid":"01a22cce-0ba8-74bb-96cd-86658a9f09b2","sha256":"3265C492630DB54E34651753B7632FB653244D5BAD7599C4257A3DC9459D6D52","path":"audio/2026/11/01a22cce-0ba8-74bb-96cd-86658a9f09b2.wav","present":1,"format":"wav","codec":"pcm_s16","sample_rate":16000,"channels":1,"frames":4000,"claimed_frames":4000,"bytes":8044,"peak":-2,"rms":-470,"clipped_samples":0,"ended_early":0,"waveform":"FEFEF4F4FCFCFCF4FEFEF8F8F8FEFEF4FCFCFCFCFAFEFEF8FEFEFAFAF6FCFCF6FAFAFEFEF2FEFEFAF6F6FCFCF6FAFAFEF2F2FEFEFAF6F6FCF6F6FAFAFEF8F8FEFAFAFCFCFCF4F4FEF8F8F8F8FEF4F4FCFCFCF4F4FEF8F8F8FEFEF4F4FCFCFCF4FEFEF8F8F8FEFEF6FCFCF6F6FAFEFEF2FEFEFAFAF6FCFCF6FAFAFEFEF2FEFEFAF6F6FCFCF6FAFAFEF2F2FEFEFAFCFCFCF6F6FEFEF8F8F8FEF4F4FCFCFCF4F4FEF8F8F8F8FEF4F4FCFCFCF4F4FEF8F8F8FEFEF6F6FCFCFCFAFEFEF8F8FEFAFAF6FCFCF6F6FAFEFEF2","texts":"[]","broadcast":null,"priming_frames":null}');
INSERT INTO image VALUES(2,1,'quick_record',1,'q1',NULL,'{"id":1,"uuid":"01a22cce-0bbb-7bd7-a840-50f96941e386","created_at":1796048030651726618,"amount":12000,"currency":"TWD","type":null,"note":null,"captured_at":"2026-11-30T12:34:56+08:00","captured_instant":1796013296000000000,"captured_day":"2026-11-30","place":null,"latitude":null,"longitude":null,"sources":"{\"amount\":\"sidecar\",\"currency\":\"sidecar\",\"tags\":\"sidecar\",\"captured_at\":\"sidecar\"}","review":"[]","audio":1,"audio_sha256":"3265C492630DB54E34651753B7632FB653244D5BAD7599C4257A3DC9459D6D52","inbox":"/inbox","source_name":"6C756E63682E776176","had_sidecar":1,"writer_id":null,"organized_at":null,"deleted_at":null}');
INSERT INTO image VALUES(3,1,'quick_record_tag',1,'q1',NULL,'{"id":1,"quick_record":1,"position":0,"name":"food","key":"food"}');
INSERT INTO image VALUES(4,1,'quick_record_tag',2,'q1',NULL,'{"id":2,"quick_record":1,"position":1,"name":"lunch","key":"lunch"}');
INSERT INTO image VALUES(5,1,'sidecar',1,'q1',NULL,'{"id":1,"quick_record":1,"sha256":"B3AFD39D31886B5BACF18AD314336371AC4A880C7C13C62AD9D2F78468236B27","bytes":"7B22616D6F756E74223A2022313230222C202263757272656E6379223A2022545744222C202274616773223A205B22666F6F64222C20226C756E6368225D2C202263617074757265645F6174223A2022323032362D31312D33305431323A33343A35362B30383A3030227D","applied_at":1796048030651726618}');
INSERT INTO image VALUES(6,2,'transaction_record',1,'t1',NULL,'{"id":1,"uuid":"01a22cce-0be3-787f-99a4-c995dc693455","created_at":1796048030691009782,"amount":12000,"currency":"TWD","type":"expense","note":null,"occurred_at":"2026-11-30T12:34:00+08:00","occurred_instant":1796013240000000000,"occurred_day":"2026-11-30","captured_at":"2026-11-30T12:34:56+08:00","captured_instant":1796013296000000000,"captured_day":"2026-11-30","place":"Ice Monster","latitude":null,"longitude":null,"sources":"{\"amount\":\"sidecar\",\"currency\":\"sidecar\",\"tags\":\"sidecar\",\"captured_at\":\"sidecar\",\"place\":\"user\",\"type\":\"user\"}","deleted_at":null}');
INSERT INTO image VALUES(7,2,'transaction_tag',1,'t1',NULL,'{"id":1,"transaction_record":1,"position":0,"name":"food","key":"food"}');
INSERT INTO image VALUES(8,2,'transaction_tag',2,'t1',NULL,'{"id":2,"transaction_record":1,"position":1,"name":"lunch","key":"lunch"}');
INSERT INTO image VALUES(9,2,'transaction_quick_record',1,'t1',NULL,'{"id":1,"transaction_record":1,"quick_record":1}');
INSERT INTO image VALUES(10,2,'transaction_recording',1,'t1',NULL,'{"id":1,"transaction_record":1,"audio":1,"position":0}');
INSERT INTO image VALUES(11,2,'quick_record',1,'q1','{"id":1,"uuid":"01a22cce-0bbb-7bd7-a840-50f96941e386","created_at":1796048030651726618,"amount":12000,"currency":"TWD","type":null,"note":null,"captured_at":"2026-11-30T12:34:56+08:00","captured_instant":1796013296000000000,"captured_day":"2026-11-30","place":null,"latitude":null,"longitude":null,"sources":"{\"amount\":\"sidecar\",\"currency\":\"sidecar\",\"tags\":\"sidecar\",\"captured_at\":\"sidecar\"}","review":"[]","audio":1,"audio_sha256":"3265C492630DB54E34651753B7632FB653244D5BAD7599C4257A3DC9459D6D52","inbox":"/inbox","source_name":"6C756E63682E776176","had_sidecar":1,"writer_id":null,"organized_at":null,"deleted_at":null}','{"id":1,"uuid":"01a22cce-0bbb-7bd7-a840-50f96941e386","created_at":1796048030651726618,"amount":12000,"currency":"TWD","type":null,"note":null,"captured_at":"2026-11-30T12:34:56+08:00","captured_instant":1796013296000000000,"captured_day":"2026-11-30","place":null,"latitude":null,"longitude":null,"sources":"{\"amount\":\"sidecar\",\"currency\":\"sidecar\",\"tags\":\"sidecar\",\"captured_at\":\"sidecar\"}","review":"[]","audio":1,"audio_sha256":"3265C492630DB54E34651753B7632FB653244D5BAD7599C4257A3DC9459D6D52","inbox":"/inbox","source_name":"6C756E63682E776176","had_sidecar":1,"writer_id":null,"organized_at":1796048030691009782,"deleted_at":null}');
INSERT INTO image VALUES(12,3,'audio',2,NULL,NULL,'{"id":2,"uuid":"01a22cce-1188-7fdf-bb40-4e1a61a12728","sha256":"F3D8267B6D714024BD85E9C4EA3341E7160A32857914BBAC92356765BC44D182","path":"audio/2026/11/01a22cce-1188-7fdf-bb40-4e1a61a12728.wav","present":1,"format":"wav","codec":"pcm_s16","sample_rate":16000,"channels":1,"frames":2000,"claimed_frames":2000,"bytes":4044,"peak":-2,"rms":-470,"clipped_samples":0,"ended_early":0,"waveform":"F6F6F6F6FAFAFAECECECFEFEFEFCFCFCE4E4E4E4FCFCFCFEFEFEE2E2E2FAFAFAFEFEFEF4F4F4F4FCFCFCEEEEEEFCFCFCFEFEFEE6E6E6FAFAFAFAFEFEFEE0E0E0FCFCFCFCFCFCF2F2F2F2FEFEFEF0F0F0FAFAFAFEFEFEE8E8E8FCFCFCFCFCFCFCDEDEDEFEFEFEFAFAFAF0F0F0FEFEFEFEF2F2F2FCFCFCFCFCFCEAEAEAFEFEFEFAFAFAFADCDCDCFEFEFEFCFCFCEEEEEEFCFCFCFCF4F4F4FEFEFEFAFAFAECECECFEFEFEFCFCFCFCDADADAFCFCFCFEFEFEECECECFAFAFAF6F6F6F6FEFEFEFCFCFCEEEEEEFCFCFCE0E0E0","texts":"[]","broadcast":null,"priming_frames":null}');
INSERT INTO image VALUES(13,3,'quick_record',2,'q2',NULL,'{"id":2,"uuid":"01a22cce-11df-7b72-8ee6-76da275e2f56","created_at":1796048032223929344,"amount":null,"currency":null,"type":null,"note":null,"captured_at":"2026-11-30T22:13:50+08:00","captured_instant":1796048030000000000,"captured_day":"2026-11-30","place":null,"latitude":null,"longitude":null,"sources":"{\"captured_at\":\"file-time\"}","review":"[]","audio":2,"audio_sha256":"F3D8267B6D714024BD85E9C4EA3341E7160A32857914BBAC92356765BC44D182","inbox":"/inbox","source_name":"6D656D6F2E776176","had_sidecar":0,"writer_id":null,"organized_at":null,"deleted_at":null}');
INSERT INTO image VALUES(14,4,'quarantine',1,'x1',NULL,'{"id":1,"uuid":"01a22cce-11e1-7d84-b4cb-88a58d2f49c6","code":"not-audio","message":"This file is not a recording that can be read. (It was not recognised as audio by its content.)","quick_record":null,"inbox":"/inbox","at":1796048032225977642,"state":"held"}');
INSERT INTO image VALUES(15,4,'quarantine_file',1,'x1',NULL,'{"id":1,"quarantine":1,"role":"recording","name":"746578742E776176","path":"quarantine/01a22cce-11e1-7d84-b4cb-88a58d2f49c6/text.wav","bytes":22,"sha256":"DEBD46FB64B5CE466F9D21CFADA2E276A5890DD00A725782E04E87A3AB17DC83"}');
INSERT INTO image VALUES(16,7,'quick_record',3,'q3',NULL,NULL);
INSERT INTO image VALUES(17,8,'quick_record',2,'q2','{"id":2,"uuid":"01a22cce-11df-7b72-8ee6-76da275e2f56","created_at":1796048032223929344,"amount":null,"currency":null,"type":null,"note":null,"captured_at":"2026-11-30T22:13:50+08:00","captured_instant":1796048030000000000,"captured_day":"2026-11-30","place":null,"latitude":null,"longitude":null,"sources":"{\"captured_at\":\"file-time\"}","review":"[]","audio":2,"audio_sha256":"F3D8267B6D714024BD85E9C4EA3341E7160A32857914BBAC92356765BC44D182","inbox":"/inbox","source_name":"6D656D6F2E776176","had_sidecar":0,"writer_id":null,"organized_at":null,"deleted_at":null}','{"id":2,"uuid":"01a22cce-11df-7b72-8ee6-76da275e2f56","created_at":1796048032223929344,"amount":4500,"currency":"TWD","type":null,"note":"tea","captured_at":"2026-11-30T22:13:50+08:00","captured_instant":1796048030000000000,"captured_day":"2026-11-30","place":null,"latitude":null,"longitude":null,"sources":"{\"amount\":\"user\",\"currency\":\"default\",\"captured_at\":\"file-time\",\"note\":\"user\"}","review":"[]","audio":2,"audio_sha256":"F3D8267B6D714024BD85E9C4EA3341E7160A32857914BBAC92356765BC44D182","inbox":"/inbox","source_name":"6D656D6F2E776176","had_sidecar":0,"writer_id":null,"organized_at":null,"deleted_at":null}');
INSERT INTO image VALUES(18,9,'quick_record',2,'q2','{"id":2,"uuid":"01a22cce-11df-7b72-8ee6-76da275e2f56","created_at":1796048032223929344,"amount":4500,"currency":"TWD","type":null,"note":"tea","captured_at":"2026-11-30T22:13:50+08:00","captured_instant":1796048030000000000,"captured_day":"2026-11-30","place":null,"latitude":null,"longitude":null,"sources":"{\"amount\":\"user\",\"currency\":\"default\",\"captured_at\":\"file-time\",\"note\":\"user\"}","review":"[]","audio":2,"audio_sha256":"F3D8267B6D714024BD85E9C4EA3341E7160A32857914BBAC92356765BC44D182","inbox":"/inbox","source_name":"6D656D6F2E776176","had_sidecar":0,"writer_id":null,"organized_at":null,"deleted_at":null}','{"id":2,"uuid":"01a22cce-11df-7b72-8ee6-76da275e2f56","created_at":1796048032223929344,"amount":null,"currency":null,"type":null,"note":null,"captured_at":"2026-11-30T22:13:50+08:00","captured_instant":1796048030000000000,"captured_day":"2026-11-30","place":null,"latitude":null,"longitude":null,"sources":"{\"captured_at\":\"file-time\"}","review":"[]","audio":2,"audio_sha256":"F3D8267B6D714024BD85E9C4EA3341E7160A32857914BBAC92356765BC44D182","inbox":"/inbox","source_name":"6D656D6F2E776176","had_sidecar":0,"writer_id":null,"organized_at":null,"deleted_at":null}');
INSERT INTO image VALUES(19,10,'transaction_record',1,'t1','{"id":1,"uuid":"01a22cce-0be3-787f-99a4-c995dc693455","created_at":1796048030691009782,"amount":12000,"currency":"TWD","type":"expense","note":null,"occurred_at":"2026-11-30T12:34:00+08:00","occurred_instant":1796013240000000000,"occurred_day":"2026-11-30","captured_at":"2026-11-30T12:34:56+08:00","captured_instant":1796013296000000000,"captured_day":"2026-11-30","place":"Ice Monster","latitude":null,"longitude":null,"sources":"{\"amount\":\"sidecar\",\"currency\":\"sidecar\",\"tags\":\"sidecar\",\"captured_at\":\"sidecar\",\"place\":\"user\",\"type\":\"user\"}","deleted_at":null}','{"id":1,"uuid":"01a22cce-0be3-787f-99a4-c995dc693455","created_at":1796048030691009782,"amount":12000,"currency":"TWD","type":"expense","note":null,"occurred_at":"2026-11-30T12:34:00+08:00","occurred_instant":1796013240000000000,"occurred_day":"2026-11-30","captured_at":"2026-11-30T12:34:56+08:00","captured_instant":1796013296000000000,"captured_day":"2026-11-30","place":"Office","latitude":null,"longitude":null,"sources":"{\"amount\":\"sidecar\",\"currency\":\"sidecar\",\"tags\":\"sidecar\",\"captured_at\":\"sidecar\",\"place\":\"user\",\"type\":\"user\"}","deleted_at":null}');
CREATE TABLE kept_file (
  inbox    TEXT    NOT NULL,
  name     BLOB    NOT NULL,
  sha256   BLOB    NOT NULL CHECK (length(sha256) = 32),
  role     TEXT    NOT NULL CHECK (role IN ('recording', 'sidecar')),
  inode    INTEGER NOT NULL,                   -- as it was last seen: these only save
  size     INTEGER NOT NULL,                   -- reading it again
  modified INTEGER NOT NULL,
  record   TEXT,                               -- what came of it: q12, x3
  taken_at INTEGER NOT NULL,
  again    INTEGER CHECK (again = 1),          -- while it is to be judged once more
  PRIMARY KEY (inbox, name, sha256)
) STRICT, WITHOUT ROWID;
INSERT INTO kept_file VALUES('/kept',X'6f6c642e776176',X'cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd','recording',12,100,1796040000000000000,NULL,1796040001000000000,1);
INSERT INTO kept_file VALUES('/kept',X'7465612e776176',X'abababababababababababababababababababababababababababababababab','recording',11,8044,1796040000000000000,'q2',1796040001000000000,NULL);
CREATE TABLE purged_file (
  path TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS "quick_record_tag" (
id           INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
quick_record INTEGER NOT NULL REFERENCES quick_record (id),
position     INTEGER NOT NULL,
name         TEXT    NOT NULL,               -- as typed
key          TEXT    NOT NULL,               -- by the tag rule
UNIQUE (quick_record, key)
) STRICT;
INSERT INTO quick_record_tag VALUES(1,1,0,'food','food');
INSERT INTO quick_record_tag VALUES(2,1,1,'lunch','lunch');
CREATE TABLE IF NOT EXISTS "sidecar" (
id           INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
quick_record INTEGER NOT NULL REFERENCES quick_record (id),
sha256       BLOB    NOT NULL CHECK (length(sha256) = 32),
bytes        BLOB    NOT NULL,
applied_at   INTEGER NOT NULL
) STRICT;
INSERT INTO sidecar VALUES(1,1,X'b3afd39d31886b5bacf18ad314336371ac4a880c7c13c62ad9d2f78468236b27',X'7b22616d6f756e74223a2022313230222c202263757272656e6379223a2022545744222c202274616773223a205b22666f6f64222c20226c756e6368225d2c202263617074757265645f6174223a2022323032362d31312d33305431323a33343a35362b30383a3030227d',1796048030651726618);
CREATE TABLE IF NOT EXISTS "transaction_tag" (
id                 INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
transaction_record INTEGER NOT NULL REFERENCES transaction_record (id),
position           INTEGER NOT NULL,
name               TEXT    NOT NULL,
key                TEXT    NOT NULL,
UNIQUE (transaction_record, key)
) STRICT;
INSERT INTO transaction_tag VALUES(1,1,0,'food','food');
INSERT INTO transaction_tag VALUES(2,1,1,'lunch','lunch');
CREATE TABLE IF NOT EXISTS "transaction_quick_record" (
id                 INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
transaction_record INTEGER NOT NULL REFERENCES transaction_record (id),
quick_record       INTEGER NOT NULL REFERENCES quick_record (id),
UNIQUE (transaction_record, quick_record)
) STRICT;
INSERT INTO transaction_quick_record VALUES(1,1,1);
CREATE TABLE IF NOT EXISTS "transaction_recording" (
id                 INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
transaction_record INTEGER NOT NULL REFERENCES transaction_record (id),
audio              INTEGER NOT NULL REFERENCES audio (id),
position           INTEGER NOT NULL,
UNIQUE (transaction_record, audio)
) STRICT;
INSERT INTO transaction_recording VALUES(1,1,1,0);
CREATE TABLE IF NOT EXISTS "quarantine_file" (
id         INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
quarantine INTEGER NOT NULL REFERENCES quarantine (id),
role       TEXT    NOT NULL CHECK (role IN ('recording', 'sidecar')),
name       BLOB    NOT NULL,                 -- in the inbox
path       TEXT    NOT NULL,                 -- relative to the store
bytes      INTEGER NOT NULL CHECK (bytes >= 0),
sha256     BLOB    NOT NULL CHECK (length(sha256) = 32)
) STRICT;
INSERT INTO quarantine_file VALUES(1,1,'recording',X'746578742e776176','quarantine/01a22cce-11e1-7d84-b4cb-88a58d2f49c6/text.wav',22,X'debd46fb64b5ce466f9d21cfada2e276a5890dd00a725782e04e87a3ab17dc83');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('operation',10);
INSERT INTO sqlite_sequence VALUES('quick_record',3);
INSERT INTO sqlite_sequence VALUES('transaction_record',1);
INSERT INTO sqlite_sequence VALUES('quarantine',1);
INSERT INTO sqlite_sequence VALUES('quick_record_tag',2);
INSERT INTO sqlite_sequence VALUES('sidecar',1);
INSERT INTO sqlite_sequence VALUES('transaction_tag',2);
INSERT INTO sqlite_sequence VALUES('transaction_quick_record',1);
INSERT INTO sqlite_sequence VALUES('transaction_recording',1);
INSERT INTO sqlite_sequence VALUES('quarantine_file',1);
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
CREATE INDEX transaction_record_by_day ON transaction_record (occurred_day);
CREATE INDEX held_quarantine ON quarantine (inbox) WHERE state = 'held';
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
CREATE INDEX outcome_by_record ON outcome (record) WHERE record IS NOT NULL;
CREATE INDEX outcome_by_recording ON outcome (recording, inbox) WHERE recording IS NOT NULL;
CREATE INDEX outcome_by_sidecar ON outcome (sidecar, inbox) WHERE sidecar IS NOT NULL;
CREATE INDEX kept_file_by_content ON kept_file (inbox, sha256);
CREATE INDEX kept_file_by_record ON kept_file (record) WHERE record IS NOT NULL;
CREATE INDEX kept_file_to_judge ON kept_file (inbox) WHERE again IS NOT NULL;
CREATE INDEX audio_by_content ON audio (sha256);
CREATE INDEX image_by_recording ON image (row) WHERE table_name = 'audio';
CREATE INDEX quarantine_by_quick_record
  ON quarantine (quick_record) WHERE quick_record IS NOT NULL;
CREATE INDEX undone_operation ON operation (undone_by) WHERE undone_by IS NOT NULL;
CREATE INDEX quick_record_tag_by_key ON quick_record_tag (key);
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
CREATE INDEX sidecar_by_quick_record ON sidecar (quick_record);
CREATE INDEX sidecar_by_content ON sidecar (sha256);
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
CREATE INDEX transaction_tag_by_key ON transaction_tag (key);
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
CREATE INDEX transaction_quick_record_by_quick_record
  ON transaction_quick_record (quick_record);
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
CREATE INDEX transaction_recording_by_audio ON transaction_recording (audio);
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
CREATE INDEX quarantine_file_by_item ON quarantine_file (quarantine);
CREATE INDEX quarantine_file_by_content ON quarantine_file (sha256);
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
COMMIT;
