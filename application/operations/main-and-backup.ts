// Outputs with a main and a backup player: which of them leads, and bringing the other one to what it shows.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { described } from '../../domain/codec/codec.js';
import { failure, type Failure } from '../../domain/failure.js';
import { otherPlayer, OutputPlayer } from '../../domain/studio/output-player.js';
import { Output, type OutputDefinition } from '../../domain/studio/output.js';
import { leadOf, setLead } from '../../domain/studio/runtime-state.js';
import { control } from '../api/control.js';
import { fromText } from '../api/parameters.js';
import { currentOutput } from '../events/current-records.js';
import { onOutput, slotKey, type OutputPorts } from './outputs.js';

const findPair = ({ studio }: OutputPorts, slot: string): E.Either<Failure, OutputDefinition> =>
  pipe(
    studio.records.outputs.find(slot),
    E.filterOrElse(
      ({ backup }) => backup !== undefined,
      () => failure('not_found', `the output "${slot}" has no backup player`),
    ),
  );

const player = fromText('main or backup', (text) => (OutputPlayer.is(text) ? text : undefined), {
  enum: ['main', 'backup'],
  description: 'Which of the two players leads',
});

const lead = control({
  name: 'output.lead',
  summary: 'Set which player of an output leads',
  feature: 'outputs',
  stationScoped: true,
  path: '/outputs/:slot/lead/:player',
  params: { slot: slotKey, player: described(player, { examples: ['backup'] }) },
  result: { output: Output },
  run: (ports: OutputPorts, input) =>
    pipe(
      findPair(ports, input.slot),
      E.map((found) => ({
        change: setLead(found.id, input.player),
        result: () => ({ output: currentOutput(ports)(found) }),
      })),
    ),
});

const follow = control({
  name: 'output.follow',
  summary: 'Bring the player that does not lead to what the leading one shows',
  feature: 'outputs',
  stationScoped: true,
  path: '/outputs/:slot/backup/follow',
  params: { slot: slotKey },
  result: { output: Output },
  run: (ports: OutputPorts, { slot }) =>
    pipe(
      findPair(ports, slot),
      E.map((record) => {
        const { id } = record;
        const follower = otherPlayer(leadOf(ports.studio.runtime(), id));
        return onOutput(ports)({ record, command: { do: 'follow', output: id, player: follower } });
      }),
    ),
});

export const pairOperations = [lead, follow];
