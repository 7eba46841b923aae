// The steering as routes: plain values that whoever serves HTTP can mount. Replies are JSON objects, failures by their code.
import type { RawParameters } from '../application/api/parameters.js';
import type { ChangeListener } from './studio.js';
import type { Steered, Steering } from './steering.js';

/** What a route is asked. */
export interface SteeringRequest {
  /** Parameters of the path, decoded. */
  readonly parameters: RawParameters;
  /** The parsed JSON body; undefined for routes that take none. */
  readonly body: unknown;
}

/** A route that is answered once. */
export interface AnswerRoute {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** With `:name` parameters. */
  readonly path: string;
  /**
   * Whether the request has to bring a JSON body. Every POST has: only JSON keeps the forms of foreign pages out.
   */
  readonly takesBody: boolean;
  readonly answer: (request: SteeringRequest) => Steered<object> | Promise<Steered<object>>;
}

/** A route that stays open and sends every change; the returned function ends the sending. */
export interface StreamRoute {
  readonly method: 'GET';
  readonly path: string;
  readonly event: string;
  readonly stream: (send: ChangeListener) => () => void;
}

/** Static files of the page, from the project's root; its start is `index.html`. It asks for the routes below. */
export const pageFolder = 'simulator/page';

/** What whoever serves the page lays beside it: the style sheet of the colours that all pages share. */
export const sharedStyle = '/tokens.css';

const deviceIn = ({ parameters }: SteeringRequest): string => parameters.get('id')?.[0] ?? '';

const read = (path: string, answer: AnswerRoute['answer']): AnswerRoute => ({
  ...{ method: 'GET', path, takesBody: false, answer },
});

/** Every route that is answered once. */
export const answerRoutes = (steering: Steering): readonly AnswerRoute[] => [
  read('/api/devices', steering.devices),
  read('/api/commands', steering.commands),
  read('/api/clock', steering.clock),
  {
    ...{ method: 'PUT', path: '/api/devices/:id/fault', takesBody: true },
    answer: (request) => steering.setFault(deviceIn(request), request.body),
  },
  {
    ...{ method: 'DELETE', path: '/api/devices/:id/fault', takesBody: false },
    answer: (request) => steering.clearFault(deviceIn(request)),
  },
  {
    ...{ method: 'POST', path: '/api/clock/advance', takesBody: true },
    answer: ({ body }) => steering.advance(body),
  },
  { method: 'POST', path: '/api/reset', takesBody: true, answer: steering.reset },
];

/** The stream of changes. */
export const changeStream = (steering: Steering): StreamRoute => ({
  method: 'GET',
  path: '/api/events',
  event: 'change',
  stream: steering.onChange,
});
