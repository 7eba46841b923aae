// Who changed what, in the embedded database.
import type { DatabaseSync } from 'node:sqlite';
import type { Note, NoteStore } from '../../../application/console/ports.js';
import { mostNotes, noteOf } from '../console-rows.js';
import { soon } from './soon.js';

/** Writes a note; to be called within the transaction of what it tells of. */
export type WriteNote = (studioId: string | null, note: Note, version: number | null) => void;

/** The store of notes over an open database. */
export const noteStore = (database: DatabaseSync): NoteStore & { readonly write: WriteNote } => {
  const add = database.prepare(
    'INSERT INTO notes (studio_id, time_ms, operator, action, summary, version) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const page = database.prepare('SELECT * FROM notes WHERE studio_id IS ? AND id < ? ORDER BY id DESC LIMIT ?');
  const prune = database.prepare(
    'DELETE FROM notes WHERE studio_id IS ?1 AND id <= (SELECT id FROM notes WHERE studio_id IS ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)',
  );
  return {
    write: (studioId, { time, operator, action, summary }, version) => {
      add.run(studioId, time, operator, action, summary, version);
      prune.run(studioId, mostNotes);
    },
    notes: (studioId, { before = Number.MAX_SAFE_INTEGER, limit }) =>
      soon(() => page.all(studioId, before, limit).map(noteOf)),
  };
};
