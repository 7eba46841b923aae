// Blackmagic ATEM vision mixers over UDP: crosspoints, keyers, macros and tallies as signal lines.
import { connectionDriver } from '../../../application/connections/connection-driver.js';
import { discovery } from './discovery.js';
import { AtemLine, AtemSettings } from './settings.js';
import { Switcher } from './switcher.js';

/** ATEM: signals. */
export const atem = connectionDriver<AtemSettings, AtemLine>({
  grade: 'proven',
  settings: AtemSettings,
  line: AtemLine,
  discovery,
  open: (settings, { lines }, deps) => {
    const switcher = new Switcher(settings, deps);
    switcher.follow(lines);
    return {
      lines: switcher.lines,
      follow: (attachments) => {
        switcher.follow(attachments.lines);
      },
      close: () => {
        switcher.close();
      },
    };
  },
});
