// Codecs for optional fields of request bodies.
import * as t from 'io-ts';

/** A codec for some fields of a record. Missing fields are absent from the result. */
export const partialBody = <Props extends t.Props>(
  props: Props,
): t.Type<{ readonly [Name in keyof Props]?: t.TypeOf<Props[Name]> }, unknown> => t.partial(props);
