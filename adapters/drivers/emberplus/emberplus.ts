// The driver of Ember+: parameters and crosspoints of mixing consoles and routers as signal lines.
import { connectionDriver } from '../../../application/connections/connection-driver.js';
import { discovery } from './discovery.js';
import { Provider } from './provider.js';
import { EmberLine, EmberSettings } from './settings.js';

/** Ember+ (Glow over S101 over TCP). */
export const emberplus = connectionDriver<EmberSettings, EmberLine>({
  grade: 'basic',
  settings: EmberSettings,
  line: EmberLine,
  discovery,
  open: (settings, { lines }, deps) => {
    const provider = new Provider(settings, deps);
    provider.follow(lines);
    return {
      lines: provider.lines,
      follow: (attachments) => {
        provider.follow(attachments.lines);
      },
      close: () => {
        provider.close();
      },
    };
  },
});
