// Fields that may be missing.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { expect, it } from 'vitest';
import { oneOf } from '../../../domain/codec/codec.js';
import { decodeOrMessage } from '../../../domain/codec/issues.js';
import { withDefault } from '../../../domain/codec/with-default.js';

const Destination = t.type({ transport: withDefault(oneOf('udp', 'tcp'), 'udp') });

it('a missing field has the default, any other value is that of the codec', () => {
  expect([{}, { transport: undefined }, { transport: 'tcp' }].map((value) => Destination.decode(value))).toEqual([
    ...['udp', 'udp', 'tcp'].map((transport) => E.right({ transport })),
  ]);
  for (const transport of [null, '', 'UDP', 0])
    expect(decodeOrMessage(Destination, { transport })).toEqual(E.left('transport: expected one of udp, tcp'));
});
