// Blackmagic Videohub over its Ethernet protocol: crosspoints of a router as signal lines.
import { connectionDriver } from '../../../application/connections/connection-driver.js';
import { Crosspoints } from './crosspoints.js';
import { discovery } from './discovery.js';
import { VideohubLine, VideohubSettings } from './settings.js';

/** Videohub: signals. */
export const videohub = connectionDriver<VideohubSettings, VideohubLine>({
  grade: 'basic',
  settings: VideohubSettings,
  line: VideohubLine,
  discovery,
  open: (settings, { lines }, deps) => {
    const crosspoints = new Crosspoints(settings, lines, deps);
    return {
      lines: crosspoints.lines,
      follow: (attachments) => {
        crosspoints.follow(attachments.lines);
      },
      close: () => {
        crosspoints.close();
      },
    };
  },
});
