// Playlists: the clips of a bank, played one after the other in a scene.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { described } from '../../domain/codec/codec.js';
import { Output } from '../../domain/studio/output.js';
import { control } from '../api/control.js';
import { fromText, optional, someText } from '../api/parameters.js';
import { decideOther, decidePlaylist, decidePlaylistEnd } from '../commands/playlist-decisions.js';
import { currentOutput } from '../events/current-records.js';
import { onOutput, sceneId, slotKey, type OutputPorts } from './outputs.js';

const bankKey = described(someText, { description: 'Key of the bank, in any letters’ case', examples: ['news'] });

const end = (which: string) =>
  described(optional(someText), {
    description: `The ${which} clip: its number or key in the bank; default: the ${which} of the bank`,
    examples: ['3'],
  });

const flags: Readonly<Record<string, boolean>> = { '0': false, '1': true };

const Loop = fromText('0 or 1', (text) => flags[text], {
  enum: ['0', '1'],
  description: '`1`: after the last clip the first one follows',
});

const play = control({
  name: 'playlist.play',
  summary: 'Play the clips of a bank, one after the other',
  feature: 'outputs',
  stationScoped: true,
  path: '/outputs/:slot/banks/:key/play',
  params: { slot: slotKey, key: bankKey },
  query: { scene: sceneId, from: end('first'), until: end('last'), loop: optional(Loop) },
  result: { output: Output },
  run: (ports: OutputPorts, { slot, key, scene, from, until, loop }) =>
    pipe(decidePlaylist(ports, { output: slot, scene, bank: key, from, until, loop }), E.map(onOutput(ports))),
});

const other = (which: 'next' | 'previous', summary: string) =>
  control({
    name: `playlist.${which}`,
    summary,
    feature: 'outputs',
    stationScoped: true,
    path: `/outputs/:slot/${which}`,
    params: { slot: slotKey },
    query: { scene: sceneId },
    result: { output: Output },
    run: (ports: OutputPorts, { slot, scene }) =>
      pipe(decideOther(which, ports, { output: slot, scene }), E.map(onOutput(ports))),
  });

const next = other('next', 'Play the next clip of the playlist now');

const previous = other('previous', 'Play the clip before in the playlist now; the first one again if it is on');

const stop = control({
  name: 'playlist.stop',
  summary: 'End the playlist at the end of the clip that is on',
  feature: 'outputs',
  stationScoped: true,
  path: '/outputs/:slot/playlist/stop',
  params: { slot: slotKey },
  query: { scene: sceneId },
  result: { output: Output },
  run: (ports: OutputPorts, { slot, scene }) =>
    pipe(
      decidePlaylistEnd(ports, { output: slot, scene }),
      E.map(({ record, change }) => ({ change, result: () => ({ output: currentOutput(ports)(record) }) })),
    ),
});

export const playlistOperations = [play, next, previous, stop];
