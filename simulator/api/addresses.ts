// Where the operations of the steering API are called. The API declares them by these addresses, and its client calls them.
import { apiBase } from './base.js';

const addresses = {
  'device.list': { method: 'GET', path: '/devices' },
  'device.get': { method: 'GET', path: '/devices/:id' },
  'device.state.get': { method: 'GET', path: '/devices/:id/state' },
  'device.state.change': { method: 'PUT', path: '/devices/:id/state' },
  'device.fault.set': { method: 'PUT', path: '/devices/:id/fault' },
  'device.fault.remove': { method: 'DELETE', path: '/devices/:id/fault' },
  'command.list': { method: 'GET', path: '/commands' },
  'script.get': { method: 'GET', path: '/script' },
  'script.set': { method: 'PUT', path: '/script' },
  'script.cancel': { method: 'DELETE', path: '/script' },
  'studio.reset': { method: 'POST', path: '/reset' },
  'snapshot.get': { method: 'GET', path: '/snapshot' },
  'snapshot.restore': { method: 'PUT', path: '/snapshot' },
  'clock.get': { method: 'GET', path: '/clock' },
  'clock.set': { method: 'PUT', path: '/clock' },
  'clock.step': { method: 'POST', path: '/clock/step' },
  'service.restart': { method: 'POST', path: '/service/restart' },
  'station.hold': { method: 'PUT', path: '/station' },
  'client.get': { method: 'GET', path: '/client' },
  'client.set': { method: 'PUT', path: '/client' },
  'call.make': { method: 'POST', path: '/calls' },
  'event.follow': { method: 'GET', path: '/events' },
} as const;

/** The name of an operation. */
export type OperationName = keyof typeof addresses;

/** Returns an operation's name, its method, and its path below the API's. */
export const addressed = <Name extends OperationName>(
  name: Name,
): { readonly name: Name } & (typeof addresses)[Name] => ({ name, ...addresses[name] });

/** Returns the method and the path of a call. Parameters that the path doesn't name are those of the query. */
export const requestOf = (
  name: OperationName,
  parameters: Readonly<Record<string, string | number | undefined>> = {},
): { readonly method: string; readonly path: string } => {
  const { method, path } = addresses[name];
  const query = new Map(Object.entries(parameters).filter(([, value]) => value !== undefined));
  const filled = path.replace(/:(\w+)/g, (_named: string, parameter: string) => {
    const value = String(query.get(parameter));
    query.delete(parameter);
    return encodeURIComponent(value);
  });
  const search = [...query].map(([parameter, value]) => `${parameter}=${encodeURIComponent(String(value))}`).join('&');
  return { method, path: apiBase + filled + (search && `?${search}`) };
};
