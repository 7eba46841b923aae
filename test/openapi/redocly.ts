// The Redocly command line, run without network access.
import { resolve } from 'node:path';

export const redocly = resolve(import.meta.dirname, '../../node_modules/@redocly/cli/bin/cli.js');

/** Environment that disables telemetry and update checks. */
export const offline = {
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NO_COLOR: '1',
};
