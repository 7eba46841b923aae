// HTTP routes of the steering, as plain values that a server mounts.
import type { RawParameters } from '../application/api/parameters.js';
import type { ChangeListener } from './studio.js';
import type { SteeringResult, Steering } from './steering.js';

/** Request to a route. */
export interface SteeringRequest {
  /** Decoded path parameters. */
  readonly parameters: RawParameters;
  /** Parsed JSON body; undefined for routes without one. */
  readonly body: unknown;
}

/** A route with a single reply: a JSON object, or a failure. */
export interface SteeringRoute {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Path with `:name` parameters. */
  readonly path: string;
  /** Whether a JSON body is required. Every POST requires one, because forms of other sites cannot send JSON. */
  readonly takesBody: boolean;
  readonly answer: (request: SteeringRequest) => SteeringResult<object> | Promise<SteeringResult<object>>;
}

/** A route with an event stream of changes. The function that `stream` returns ends it. */
export interface StreamRoute {
  readonly method: 'GET';
  readonly path: string;
  readonly event: string;
  readonly stream: (send: ChangeListener) => () => void;
}

/** Folder of the page's static files, relative to the project root. */
export const pageFolder = 'simulator/page';

/** Path of the style sheet that all pages share. The server of the page serves it too. */
export const sharedStyle = '/tokens.css';

const deviceId = ({ parameters }: SteeringRequest): string => parameters.get('id')?.[0] ?? '';

const read = (path: string, answer: SteeringRoute['answer']): SteeringRoute => ({
  method: 'GET',
  path,
  takesBody: false,
  answer,
});

/** Returns the routes with a single reply. */
export const steeringRoutes = (steering: Steering): readonly SteeringRoute[] => [
  read('/api/devices', steering.devices),
  read('/api/commands', steering.commands),
  read('/api/clock', steering.clock),
  {
    method: 'PUT',
    path: '/api/devices/:id/fault',
    takesBody: true,
    answer: (request) => steering.setFault(deviceId(request), request.body),
  },
  {
    method: 'DELETE',
    path: '/api/devices/:id/fault',
    takesBody: false,
    answer: (request) => steering.clearFault(deviceId(request)),
  },
  {
    method: 'POST',
    path: '/api/clock/advance',
    takesBody: true,
    answer: ({ body }) => steering.advance(body),
  },
  { method: 'POST', path: '/api/reset', takesBody: true, answer: steering.reset },
];

/** Returns the event stream of changes. */
export const changeStream = (steering: Steering): StreamRoute => ({
  method: 'GET',
  path: '/api/events',
  event: 'change',
  stream: steering.onChange,
});
