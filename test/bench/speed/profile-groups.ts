// Groups the samples of a CPU profile by what the program did.
import type { Profiler } from 'node:inspector';
import { sourceOf } from './profile-sources.js';

/** The groups, with what the documents call them. */
export const groupLabels = {
  write: 'Socket writes',
  node: "Node: HTTP parser, sockets' events, promises, event loop",
  restify: 'restify: its server and router',
  http: 'Request head, route, response',
  access: 'Caller and permission',
  operation: 'Checks, parameters and operation',
  log: 'Log, reports, counting',
  collections: 'Garbage collection',
} as const;
export type GroupName = keyof typeof groupLabels;

/** The groups of modules, by their URLs. A module of no group counts as its caller: it is a library or a part of Node for all. */
const groupsOfModules: readonly (readonly [RegExp, GroupName])[] = [
  [
    /^node:(?:_http|net$|stream|events|timers|internal\/(?:streams|stream_base|process|timers|async|events|http))/,
    'node',
  ],
  [/\/node_modules\/(?:restify|find-my-way)\//, 'restify'],
  [
    /^\/(?:application\/(?:calls|audit)|adapters\/(?:log|metrics|audit)|adapters\/http\/control\/(?:call-log|request\/redact)|infra)/,
    'log',
  ],
  [
    /^\/(?:domain\/access|application\/access|application\/api\/authorized-call|adapters\/http\/control\/request)/,
    'access',
  ],
  [/^\/adapters\/http\/|\/baselines\//, 'http'],
  [/^\/(?:domain|application|adapters|simulator)\//, 'operation'],
];

/** Functions of Node that write to a socket. They have no module. */
const writes = /^write(?:v|Buffer|(?:Utf8|Latin1|Ascii)String)$/;

type Frame = Profiler.ProfileNode['callFrame'];

const groupOfFrame = (frame: Frame): GroupName | undefined => {
  const { functionName } = frame;
  const url = sourceOf(frame);
  if (url === '' && writes.test(functionName)) return 'write';
  if (functionName === '(garbage collector)') return 'collections';
  return groupsOfModules.find(([module]) => module.test(url))?.[1];
};

/** Returns the group of each node of a profile: that of its own function, else that of its caller. */
const groupsOfNodes = (nodes: readonly Profiler.ProfileNode[]): ReadonlyMap<number, GroupName> => {
  const groups = new Map<number, GroupName>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const visit = (node: Profiler.ProfileNode, callers: GroupName): void => {
    const group = groupOfFrame(node.callFrame) ?? callers;
    groups.set(node.id, group);
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child !== undefined) visit(child, group);
    }
  };
  const [root] = nodes;
  if (root !== undefined) visit(root, 'node');
  return groups;
};

/** Returns the time that was spent in each group, in microseconds. Time without work is not counted. */
export const timesByGroup = ({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Record<GroupName, number> => {
  const groups = groupsOfNodes(nodes);
  const idle = new Set(nodes.flatMap(({ id, callFrame }) => (callFrame.functionName === '(idle)' ? [id] : [])));
  const names = Object.keys(groupLabels) as GroupName[];
  const times = Object.fromEntries(names.map((name) => [name, 0])) as Record<GroupName, number>;
  for (const [at, id] of samples.entries()) if (!idle.has(id)) times[groups.get(id) ?? 'node'] += timeDeltas[at] ?? 0;
  return times;
};
