// Fields of records that may be absent.
import * as t from 'io-ts';

/** A field that may be absent. In a record it has a simpler schema than an intersection. */
export const maybe = <C extends t.Mixed>(codec: C): t.UnionC<[C, t.UndefinedC]> => t.union([codec, t.undefined]);
