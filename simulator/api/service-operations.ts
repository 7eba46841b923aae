// The operations of the steering API on the service: another station takes it over, and a client calls it.
import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { described, orNull, text } from '../../domain/codec/codec.js';
import { failure, type Failure } from '../../domain/failure.js';
import { makePanelCall } from '../panel/panel-client.js';
import { PanelAttempts, PanelCall } from '../panel/panel-call.js';
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

const elsewhere: Failure = failure(
  'conflict',
  'the service runs in another process; expected npm start, which runs both',
);

/** Returns the operations on the service of a studio. */
export const serviceOperations = ({ service, clock }: SteeredStudio): readonly SteeringOperation[] => {
  const withService = async <A>(
    run: (service: ObservedService) => Promise<E.Either<Failure, A>>,
  ): Promise<E.Either<Failure, A>> => (service === undefined ? E.left(elsewhere) : run(service));
  return [
    operation({
      name: 'station.hold',
      summary: 'Let another station take the studio over, as people at that station do; null releases it',
      method: 'PUT',
      path: '/station',
      body: HolderChange,
      result: HolderBody,
      run: ({ body: { station } }) =>
        withService(async ({ hold, read }) => {
          const held = await hold(station);
          return E.isLeft(held) ? held : E.right({ holder: read().holder });
        }),
    }),
    operation({
      name: 'call.make',
      summary: 'Call the service as a panel does, from any address; the response comes once the panel has ended',
      method: 'POST',
      path: '/calls',
      body: PanelCall,
      result: PanelAttempts,
      run: ({ body }) =>
        withService(async ({ url, connect }) =>
          E.right({ attempts: await makePanelCall(body, { url, connect, clock }) }),
        ),
    }),
  ];
};
