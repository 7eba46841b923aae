// The virtual client: as whom the panels and displays on the simulator's page call the service, and what goes wrong between them.
import * as t from 'io-ts';
import { changeNotifier, type Watch } from '../../application/ports/watch.js';
import { described, integer, orNull } from '../../domain/codec/codec.js';
import { Address, Token } from './panel-call.js';

const maxDelayMs = 60_000;

const fault = <Type extends string>(type: Type) => t.readonly(t.type({ type: t.literal(type) }));

/** A fault of the client, or of the link between it and the service. */
export const ClientFault = described(
  t.union(
    [
      fault('hangs_up'),
      fault('loses_answers'),
      fault('cut'),
      t.readonly(t.type({ type: t.literal('slow'), delayMs: integer(1, maxDelayMs) })),
    ],
    'ClientFault',
  ),
  {
    description:
      '`hangs_up`: the connection closes once an action was sent. `loses_answers`: no answer to an action arrives. `cut`: no ' +
      "call passes, and streams end. `slow`: answers arrive `delayMs` later on the studio's clock; streams are not delayed",
    examples: [{ type: 'slow', delayMs: 3_000 }],
  },
);
export type ClientFault = t.TypeOf<typeof ClientFault>;

const shown = {
  address: described(Address, { description: 'The address that the service sees' }),
  fault: orNull(ClientFault, 'What goes wrong; null for nothing'),
};

/** The client as the API shows it. */
export const VirtualClient = t.readonly(
  t.type({
    ...shown,
    hasToken: described(t.boolean, {
      description:
        'Whether it has a token of its own. Without one, each screen sends the token that it has made itself',
    }),
  }),
  'VirtualClient',
);
export type VirtualClient = t.TypeOf<typeof VirtualClient>;

/** What is to be changed of the client. */
export const ClientChange = described(
  t.readonly(
    t.partial({
      ...shown,
      token: orNull(Token, 'The token that it sends in place of those of the screens; null for theirs'),
    }),
    'ClientChange',
  ),
  { examples: [{ address: '192.168.0.20', fault: { type: 'hangs_up' } }] },
);
export type ClientChange = t.TypeOf<typeof ClientChange>;

/** Who calls. */
interface Choice {
  readonly address: string;
  readonly token: string | null;
  readonly fault: ClientFault | null;
}

const firstChoice: Choice = { address: '127.0.0.1', token: null, fault: null };

/** The choice of the client. */
export interface ClientChoice {
  readonly current: () => Choice;
  readonly record: () => VirtualClient;
  readonly change: (change: ClientChange) => void;
  readonly reset: () => void;
  readonly watch: Watch<unknown>;
}

/** Returns the choice, at first the host itself with the screens' own tokens. */
export const clientChoice = (): ClientChoice => {
  const changes = changeNotifier<unknown>();
  let choice = firstChoice;
  const set = (next: Choice): void => {
    choice = next;
    changes.notify(undefined);
  };
  return {
    current: () => choice,
    record: () => ({ address: choice.address, fault: choice.fault, hasToken: choice.token !== null }),
    change: (change) => {
      set({ ...choice, ...change });
    },
    reset: () => {
      set(firstChoice);
    },
    watch: changes.watch,
  };
};
