// Runs in a container of callers: makes calls from any address, and nothing else.
import { callerOutpost } from '../caller-outpost.js';
import { interfaceWith, own, route } from './addresses.js';
import { serveHere } from './outpost.js';

let cable = '';

const callersOutpost = {
  ...callerOutpost,
  /** Everything goes over the network that this container has an address on. */
  join: async (address: string): Promise<string> => {
    cable = interfaceWith(address);
    await route('0.0.0.0/0', cable);
    await route('::/0', cable);
    return cable;
  },
  own: (address: string): Promise<void> => own(address, cable),
};
export type CallersOutpost = typeof callersOutpost;

serveHere(callersOutpost);
