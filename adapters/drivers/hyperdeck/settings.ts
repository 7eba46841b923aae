// The settings of a HyperDeck, and of the output that it plays.
import * as t from 'io-ts';
import type { PlayerPart } from '../../../application/connections/connection-driver.js';
import type { Issue } from '../../../domain/codec/issues.js';
import { withDefault } from '../../../domain/codec/with-default.js';
import { PlayerHost, Port } from '../../../domain/studio/player.js';

/** The TCP port of the HyperDeck Ethernet Protocol. */
export const hyperdeckPort = 9_993;

/** The fields of the connection. */
export const HyperdeckSettings = t.readonly(t.type({ host: PlayerHost, port: withDefault(Port, hyperdeckPort) }));
export type HyperdeckSettings = t.TypeOf<typeof HyperdeckSettings>;

/** An output's `player` has no fields of its own: a HyperDeck has one playhead. */
export const HyperdeckPlayer = t.readonly(t.type({}));

/** Returns an issue for an output with several scenes. */
export const playerIssues = (_player: unknown, scenes: readonly string[]): readonly Issue[] =>
  scenes.length === 1 ? [] : [{ path: 'connection', expected: 'an output with one scene: a HyperDeck plays one clip' }];

/** Returns what only one output can use. */
export const playerParts = (): readonly PlayerPart[] => [{ path: 'connection', name: 'the HyperDeck' }];
