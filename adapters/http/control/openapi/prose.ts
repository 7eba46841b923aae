// What the document tells in words: about the API as a whole, and about each feature.
import type { Feature } from '../../../../domain/feature.js';

/** How the API is called. */
export const introduction = `Reads the state of a studio and triggers its actions, from the local network.

Every action is a plain \`GET\`; \`POST\` does the same. Every route has a plain twin under \`/api/v2/plain\` that answers
one text value: \`OK\` for an action that was done, \`ERR <code>\` for any failure.

**Who gets in.** The host machine itself; a device by its token, as Bearer, as the password of HTTP Basic, or as
\`?token=\`; and addresses that the studio lets in without a token. Only features that are switched on are described here.

**Actions** are answered once the device has acknowledged them, after \`timeout\` milliseconds at the latest; with
\`wait=0\` they are answered 202 at once. An action that may have reached a device is never answered with a status on
which programs repeat a call by themselves: those failures are 424.`;

/** What belongs to each feature. */
export const featureDescriptions: Readonly<Record<Feature, string>> = {
  system: 'The service as a whole: its health, and who has called it',
  core: 'The service itself: version, clock and connections',
  studio: 'The studio, on air or off',
  station: 'Which station holds the studio',
  signals: 'Lines that are on or off',
  macros: 'Sequences that run once',
  automations: "Sequences that run by the clock, the station's own",
  outputs: 'Outputs, the clips they play, and the banks the clips come from',
  cameras: 'Cameras and their angles',
  variables: "Values that the station's programs share",
  legacy: 'Routes of the earlier generation',
};

/** The ways to send a device token. */
export const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The device token' },
  basic: { type: 'http', scheme: 'basic', description: 'Any username; the device token is the password' },
  queryToken: {
    ...{ type: 'apiKey', in: 'query', name: 'token' },
    description: 'The device token in the address, for panels that can send no header. It is never logged',
  },
};
