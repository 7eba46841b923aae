// The calls that callers make: their paths, and how the table of the access rules sees their routes.
import type { Route } from '../oracle/table.js';

/** A target of calls. */
export interface Target {
  readonly path: string;
  readonly route: Route;
  /** The path with a record that doesn't exist, if the target has one. */
  readonly missing?: string;
  /** The feature that the first step of a macro controls: the call fails if that is off. It is answered once that step is done. */
  readonly firstStep?: string;
}

const v2 = (feature: string, access: 'read' | 'control', path: string, missing?: string): Target => ({
  path: `/api/v2${path}`,
  route: { kind: 'v2 feature', feature, access, record: 'none', further: false },
  ...(missing !== undefined && { missing: `/api/v2${missing}` }),
});

const legacy = (feature: string, access: 'read' | 'control', path: string): Target => ({
  path: `/api${path}`,
  route: { kind: 'legacy feature', feature, access, record: 'none', further: false },
});

/** The targets by name. */
export const targets: Readonly<Record<string, Target>> = {
  'list signals': v2('signals', 'read', '/signals'),
  'read signal': v2('signals', 'read', '/plain/signals/door-lock', '/plain/signals/nowhere'),
  'signal on': v2('signals', 'control', '/signals/door-lock/on', '/signals/nowhere/on'),
  'signal off': v2('signals', 'control', '/signals/door-lock/off', '/signals/nowhere/off'),
  'red light on': v2('signals', 'control', '/signals/red-light/on?timeout=500', '/signals/nowhere/on'),
  'red light off': v2('signals', 'control', '/plain/signals/red-light/off', '/plain/signals/nowhere/off'),
  'toggle phone': v2('signals', 'control', '/signals/phone-ring/toggle', '/signals/nowhere/toggle'),
  'pulse phone': v2('signals', 'control', '/signals/phone-ring/pulse?ms=300', '/signals/nowhere/pulse'),
  'play opener': v2('outputs', 'control', '/outputs/main/clips/opener/play', '/outputs/nowhere/clips/opener/play'),
  'play weather': v2('outputs', 'control', '/outputs/main/clips/3/play?bank=news', '/outputs/main/clips/77/play'),
  'stop main': v2('outputs', 'control', '/outputs/main/stop', '/outputs/nowhere/stop'),
  'read main': v2('outputs', 'read', '/outputs/main', '/outputs/nowhere'),
  'activate music': v2('outputs', 'control', '/banks/music/activate', '/banks/nowhere/activate'),
  'activate news': v2('outputs', 'control', '/banks/news/activate', '/banks/nowhere/activate'),
  'recall close': v2('cameras', 'control', '/cameras/cam-1/angles/close/recall', '/cameras/cam-9/angles/close/recall'),
  'recall wide': v2('cameras', 'control', '/cameras/cam-1/angles/wide/recall?wait=0', '/cameras/cam-1/angles/x/recall'),
  'run opening': {
    ...v2('macros', 'control', '/macros/mac-1/run', '/macros/nowhere/run'),
    firstStep: 'cameras',
  },
  'stop opening': v2('macros', 'control', '/macros/mac-1/stop', '/macros/nowhere/stop'),
  'start loop': v2('automations', 'control', '/automations/auto-2/start', '/automations/nowhere/start'),
  'stop loop': v2('automations', 'control', '/automations/auto-2/stop', '/automations/nowhere/stop'),
  'take alpha': v2('station', 'control', '/stations/alpha/take', '/stations/nowhere/take'),
  'take bravo': v2('station', 'control', '/stations/bravo/take', '/stations/nowhere/take'),
  release: v2('station', 'control', '/station/release'),
  'read holder': v2('station', 'read', '/plain/station'),
  'set guests': v2(
    'variables',
    'control',
    '/variables/GuestCount/set?station=alpha&value=',
    '/variables/Nothing/set?value=1',
  ),
  'read guests': v2('variables', 'read', '/plain/variables/GuestCount/value?station=alpha', '/plain/variables/Nothing'),
  'on air': v2('studio', 'control', '/studio/onair'),
  'off air': v2('studio', 'control', '/studio/offair'),
  'read status': v2('studio', 'read', '/plain/studio/status'),
  index: { path: '/api/v2', route: { kind: 'v2 index' } },
  health: { path: '/api/v2/health', route: { kind: 'v2 health' } },
  requests: { path: '/api/v2/requests', route: { kind: 'v2 requests' } },
  'unknown route': { path: '/api/v2/nowhere', route: { kind: 'v2 unknown' } },
  'legacy signals': legacy('signals', 'read', '/signals'),
  'legacy signal on': legacy('signals', 'control', '/signals/red-light/on'),
  'legacy state': { path: '/api/state/state', route: { kind: 'legacy state' } },
  'legacy unknown': { path: '/api/nowhere', route: { kind: 'legacy unknown' } },
};

/** Returns a target by its name. */
export const targetNamed = (name: string): Target => {
  const target = targets[name];
  if (target === undefined) throw new Error(`expected the name of a target, got "${name}"`);
  return target;
};
