// Texts of the OpenAPI document: the introduction, the features and the security schemes.
import type { Feature } from '../../../../domain/feature.js';

/** Begins the description of a service with simulated devices. */
export const simulatedNotice = '**The devices of this service are simulated.**';

/** Description of the API. */
export const introduction = `Reads the state of a studio and controls its devices over the local network.

Every action is a \`GET\`; \`POST\` does the same. Every route has a plain twin under \`/api/v2/plain\` that returns one
text value: \`OK\` for a successful action, \`ERR <code>\` for a failure.

**Access.** Three kinds of callers have access: the host itself; a device with its token, sent as a Bearer token, as the
password of HTTP Basic, or as \`?token=\`; and addresses that the studio admits without a token. This document describes
only the features that are switched on.

**Actions** are answered when the device has acknowledged them, at the latest after \`timeout\` milliseconds. With
\`wait=0\` they are answered 202 at once. HTTP clients repeat calls automatically on some statuses. An action that may
have reached a device never returns one of these; it fails with 424 instead.

**Idempotency keys.** An action with the header \`Idempotency-Key\` or the parameter \`key\` is sent once: for 10 minutes, the
same call of the same caller with that key gets the first answer again, and nothing is sent.`;

/** Description of each feature. */
export const featureDescriptions: Readonly<Record<Feature, string>> = {
  system: 'Health of the service, and its request log',
  core: 'Version, clock and connections of the service',
  studio: 'The studio and its on-air status',
  station: 'The station that holds the studio',
  signals: 'Lines of the studio that are on or off',
  macros: 'Sequences of steps that run once',
  automations: "A station's sequences of steps that run when their trigger fires",
  outputs: 'Outputs, the clips that they play, and the banks of clips',
  cameras: 'Cameras and their angles',
  variables: 'Values shared by the programs of a station',
  legacy: 'Routes of the earlier API generation',
};

/** The ways to send a device token. */
export const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The device token' },
  basic: { type: 'http', scheme: 'basic', description: 'Any username; the device token is the password' },
  queryToken: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'The device token in the URL, for panels that cannot send headers. It is never logged',
  },
};
