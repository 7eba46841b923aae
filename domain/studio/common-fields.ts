// Fields that several kinds of records in a studio file have: ids, names, and references to other records.
import type * as t from 'io-ts';
import { field, text } from '../codec/codec.js';

/** The id of a record. */
export const Id = field(text(1, 64), 'Identifies the record in calls and in the studio file');

/** The name of a record. */
export const Name = field(text(1, 128), 'Shown to people');

/** A reference to another record. `record` names it, such as `the station that owns it`. */
export const idOf = (record: string): t.Type<string> => field(text(1, 64), `Id of ${record}`);

/** A reference to a scene of an output. */
export const SceneId = idOf('a scene of the output');
