// Generates calls of panels, of the host and of strangers.
import type { Choices } from '../choices.js';
import type { CallError, CallPlan, Credential } from '../steps.js';
import { targets, targetNamed } from '../targets.js';

/** The addresses of callers: the host, the studio's network, and the internet. */
export const addresses = ['127.0.0.1', '192.168.1.21', '192.168.1.22', '10.0.0.5', 'fe80::7', '198.51.100.7'] as const;

/** The number of panels that operators add and remove. */
export const panels = 4;

const named = Object.keys(targets);

/** The targets whose histories or devices are checked: they are called more often, and by the host itself. */
const checked = [
  'play opener',
  'play weather',
  'stop main',
  'recall close',
  'take alpha',
  'take bravo',
  'release',
  'read holder',
  'read holder',
  'set guests',
  'set guests',
  'read guests',
  'read guests',
  'signal on',
  'signal off',
  'read signal',
  'read signal',
  'run opening',
  'stop opening',
];

const credential = ({ weighted, between, one }: Choices): Credential => {
  const panel = between(0, panels - 1);
  const token = one('newest', 'newest', 'newest', 'oldest');
  switch (weighted({ bearer: 6, basic: 2, query: 2, nothing: 3, unknown: 1, legacy: 2 })) {
    case 'bearer':
      return { by: 'bearer', panel, token };
    case 'basic':
      return { by: 'basic', panel, token };
    case 'query':
      return { by: 'query', panel, token };
    case 'nothing':
      return { by: 'nothing' };
    case 'unknown':
      return { by: 'unknown token' };
    case 'legacy':
      return {
        by: 'legacy',
        username: one('EXTERNAL_APP', 'EXTERNAL_APP', 'OUTPUT_PLAYER', 'PROMPTER'),
        password: one('server', 'studio', 'none'),
      };
  }
};

const errorsOf = ({ chance, some }: Choices, target: string): readonly CallError[] => {
  if (!chance(12)) return [];
  const { route, missing } = targetNamed(target);
  const isControl = 'access' in route && route.access === 'control' && route.kind === 'v2 feature';
  const possible: readonly CallError[] = [
    ...(route.kind.endsWith('unknown') ? [] : ['method' as const]),
    ...(isControl ? ['parameter' as const] : []),
    ...(missing === undefined ? [] : ['resource' as const]),
  ];
  return some(possible, 50);
};

const plain = { errors: [], isForwarded: false, isFromForeignPage: false } as const;

const valueOf = ({ between }: Choices, target: string) =>
  target === 'set guests' ? { value: String(between(1, 9)) } : {};

/** A call of the host itself, which may do everything. */
const callOfHost = (choices: Choices): CallPlan => {
  const target = choices.one(...checked);
  return { address: '127.0.0.1', credential: { by: 'nothing' }, target, ...plain, ...valueOf(choices, target) };
};

const callOfAnybody = (choices: Choices): CallPlan => {
  const { one, chance, between } = choices;
  const target = one(...named);
  return {
    address: one(...addresses),
    credential: credential(choices),
    target,
    errors: errorsOf(choices, target),
    isForwarded: chance(5),
    isFromForeignPage: chance(5),
    ...valueOf(choices, target),
    ...(chance(4) && { hangsUpAfterMs: between(0, 400) }),
  };
};

/** Generates a call. */
export const anyCall = (choices: Choices): CallPlan =>
  choices.chance(45) ? callOfHost(choices) : callOfAnybody(choices);
