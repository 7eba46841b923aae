// Measures where the time of a read with a token goes, in the service and in bare restify, from CPU profiles under load.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeAccess } from './access.js';
import { prefixOf, reference, stableAnswer, startBaseline, type Rounds } from './answers.js';
import { measuredCalls, requestsOf } from './calls.js';
import { inspected, type Inspector } from './inspector.js';
import { startLoadMaker, type LoadMaker } from './load.js';
import { timesByGroup, type GroupName } from './profile-groups.js';
import { startProgram, type Program } from './programs.js';
import { serviceArguments, serviceSettings } from './service.js';

/** The servers that are profiled. */
export const profiled = ['service', reference] as const;
type ProfiledName = (typeof profiled)[number];

type Times = Readonly<Record<GroupName, number>>;

/** Time of the main thread for one answer by server and group, in microseconds. */
export type ProfileFigures = Readonly<Record<ProfiledName, Times>>;

/** The number of connections of the load. */
export const profiledConnections = 50;

const warmUpMs = 2_000;

const key = 'token';
const call = measuredCalls[key];

/** A running server and its inspector. */
interface Profiled {
  readonly program: Program;
  readonly inspector: Inspector;
  /** The prefix of the call's path. */
  readonly prefix: string;
}

const startService = async (folder: string): Promise<Profiled> => {
  await storeAccess(join(folder, 'service'), { devices: 10, listed: 10 });
  const { flags, connect } = await inspected();
  const settings = { ...serviceSettings, LOG_FILE: join(folder, 'service.log') };
  const program = await startProgram([...flags, ...serviceArguments(folder)], settings);
  return { program, inspector: await connect(), prefix: '' };
};

const startReference = async ({ port }: Program): Promise<Profiled> => {
  const { flags, connect } = await inspected();
  const answer = { ...(await stableAnswer(port, call, '')), route: prefixOf(key) + call.route };
  const program = await startBaseline(reference, [answer], flags);
  return { program, inspector: await connect(), prefix: prefixOf(key) };
};

/** Sends requests to a server for one round. Returns the number of responses. */
const run = async ({ program, prefix }: Profiled, loads: LoadMaker, forMs: number): Promise<number> => {
  const { from, status } = call;
  const load = { from, status, requests: requestsOf(call, prefix), connections: profiledConnections, forMs };
  return (await loads.run(program, load)).responses;
};

/** Stops the profile of a server. Returns its times for one answer. */
const timesOf = async ({ inspector }: Profiled, responses: number): Promise<Times> => {
  const times = Object.entries(timesByGroup(await inspector.stopProfile()));
  return Object.fromEntries(times.map(([group, us]) => [group, us / responses])) as Times;
};

/** Measures the profiles. The rounds of both servers alternate. */
export const measureProfile = async ({ count, forMs }: Rounds): Promise<ProfileFigures> => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-control-profile-'));
  const service = await startService(folder);
  const servers = { service, [reference]: await startReference(service.program) };
  const responses: Record<ProfiledName, number> = { service: 0, restify: 0 };
  const loads = startLoadMaker();
  for (const name of profiled) await run(servers[name], loads, warmUpMs);
  for (const { inspector } of Object.values(servers)) await inspector.startProfile();
  for (let round = 0; round < count; round += 1)
    for (const name of profiled) responses[name] += await run(servers[name], loads, forMs);
  const figures = {
    service: await timesOf(servers.service, responses.service),
    restify: await timesOf(servers.restify, responses.restify),
  };
  loads.stop();
  for (const { program, inspector } of Object.values(servers)) {
    inspector.close();
    await program.stop();
  }
  rmSync(folder, { recursive: true });
  console.log(figures);
  return figures;
};
