// The GPIO lines of the machine itself, such as those of a Raspberry Pi.
import { connectionDriver, type ConnectionDriver } from '../../../application/connections/connection-driver.js';
import { GpioChip } from './chip.js';
import { GpioLine, GpioSettings } from './settings.js';
import { noted, startTool, type StartTool } from './tools.js';

/** Returns the driver. `startFor` returns what starts the programs of a chip. */
export const gpioDriver = (startFor: (settings: GpioSettings) => StartTool): ConnectionDriver =>
  connectionDriver<GpioSettings, GpioLine>({
    grade: 'basic',
    isQuotable: true,
    settings: GpioSettings,
    line: GpioLine,
    beside: (settings) => ({ ...settings, isTrial: true }),
    open: (settings, { lines }, deps) => {
      const chip = new GpioChip(settings, noted(startFor(settings), deps.wire), deps);
      chip.follow(lines);
      return {
        lines: chip.lines,
        follow: (attachments) => {
          chip.follow(attachments.lines);
        },
        close: () => {
          chip.close();
        },
        whenClosed: () => chip.whenClosed(),
      };
    },
  });

/** GPIO: lines of the machine as signals. */
export const gpio = gpioDriver(() => startTool);
