// The operations of the steering API on the service: another station takes it over, a client calls it, and it restarts.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { described, integer, orNull, text } from '../../domain/codec/codec.js';
import { failure, type Failure } from '../../domain/failure.js';
import { dayMs } from '../../domain/time-units.js';
import { makePanelCall } from '../panel/panel-client.js';
import { PanelAttempts, PanelCall } from '../panel/panel-call.js';
import { ClientChange, VirtualClient, type ClientChoice } from '../panel/virtual-client.js';
import { addressed } from './addresses.js';
import { operation, type SteeringOperation } from './operation.js';
import type { ObservedService } from './service-records.js';
import type { SteeredStudio } from './steering.js';

const HolderChange = described(
  t.readonly(
    t.type({ station: orNull(text(1, 128), 'The id or the name of the station; null for none') }),
    'HolderChange',
  ),
  { examples: [{ station: 'bravo' }] },
);

const HolderBody = t.type({ holder: orNull(t.string, 'The name of the station that holds the studio; null for none') });

const Restart = t.readonly(
  t.partial({
    downMs: described(integer(0, dayMs), {
      description: "How long the service is down, in milliseconds on the studio's clock. Default: 0",
    }),
  }),
  'ServiceRestart',
);

const elsewhere: Failure = failure(
  'conflict',
  'the service runs in another process; expected npm start, which runs both',
);

const restartOperation = (service: SteeredStudio['service']): SteeringOperation =>
  operation({
    ...addressed('service.restart'),
    summary: 'Stop the service and start it again with its data; the devices go on. The response comes once it runs',
    body: Restart,
    result: t.type({}),
    run: async ({ body: { downMs = 0 } }) => {
      if (service?.restart === undefined) return E.left(elsewhere);
      const restarted = await service.restart(downMs);
      return E.isLeft(restarted) ? restarted : E.right({});
    },
  });

const clientOperations = (client: ClientChoice): readonly SteeringOperation[] => {
  const result = t.type({ client: VirtualClient });
  const shown = () => E.right({ client: client.record() });
  return [
    operation({
      ...addressed('client.get'),
      summary: 'Get the virtual client: as whom the panels and displays on the page call the service',
      result,
      run: shown,
    }),
    operation({
      ...addressed('client.set'),
      summary: 'Change the virtual client. What is absent stays',
      isCall: true,
      body: ClientChange,
      result,
      run: ({ body }) => {
        client.change(body);
        return shown();
      },
    }),
  ];
};

/** Returns the operations on the service of a studio. */
export const serviceOperations = ({ service, clock, client }: SteeredStudio): readonly SteeringOperation[] => {
  const withService = async <A>(
    run: (service: ObservedService) => Promise<E.Either<Failure, A>>,
  ): Promise<E.Either<Failure, A>> => (service === undefined ? E.left(elsewhere) : run(service));
  return [
    operation({
      ...addressed('station.hold'),
      summary: 'Let another station take the studio over, as people at that station do; null releases it',
      body: HolderChange,
      result: HolderBody,
      run: ({ body: { station } }) =>
        withService(async ({ hold, read }) => {
          const held = await hold(station);
          return E.isLeft(held) ? held : E.right({ holder: read()?.holder ?? null });
        }),
    }),
    operation({
      ...addressed('call.make'),
      summary: 'Call the service as a panel does, from any address; the response comes once the panel has ended',
      isCall: true,
      body: PanelCall,
      result: PanelAttempts,
      run: ({ body }) =>
        withService(async ({ url, connect }) =>
          E.right({ attempts: await makePanelCall(body, { url, connect, clock }) }),
        ),
    }),
    ...clientOperations(client),
    restartOperation(service),
  ];
};
