// Where the endpoints of the console are called. The build makes this module of the endpoints that the application declares:
// see shared/console-addresses.ts.
import type { EndpointAddress, EndpointName } from '../../../../application/console/calls.js';

export declare const addresses: Readonly<Record<EndpointName, EndpointAddress>>;
