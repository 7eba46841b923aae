// Files of tests that take more than two seconds of processor time. They run in the build, and not with `npm test`;
// `npx vitest run FILE` runs them too.

/** They share a process, and the modules that it has loaded. */
export const heavyTests = [
  'test/adapters/audit/syslog-forwarder.test.ts',
  'test/adapters/drivers/{broken-faces,contracts,timers}.test.ts',
  'test/adapters/drivers/discovery/probes.test.ts',
  'test/adapters/drivers/obs/{scene,scene-reader}.test.ts',
  'test/adapters/drivers/panasonic/camera.test.ts',
  'test/adapters/drivers/shared/templates/{ask-cycle,players}.test.ts',
  'test/adapters/drivers/tsl/stream-link.test.ts',
  'test/adapters/drivers/vmix/conversation.test.ts',
  'test/adapters/http/server/client-errors.test.ts',
  'test/adapters/mdns/hostile.test.ts',
  'test/adapters/playout/casparcg/{by-osc,contract,cue-check,half-open,player}.test.ts',
  'test/adapters/storage/{configuration-file,journal-file}.test.ts',
  'test/adapters/storage/sqlite/console-store.test.ts',
  'test/application/console/endpoints/operators.test.ts',
  'test/application/console/sign-in/{provider-sign-in,sign-in}.test.ts',
  'test/crashes/stored-data.test.ts',
  'test/fuzz/inputs/targets.test.ts',
  'test/infra/{console-backup,discovered-studio,running-service}.test.ts',
  'test/infra/containers/image-origin.test.ts',
  'test/infra/simulated/session/{redacted-names,replay}.test.ts',
  'test/journeys/{console-outages,hostile-console,many-connections,misbehaving-callers,tls}.test.ts',
  'test/models/{event-streams,reloads,sync}.test.ts',
  'test/openapi/{compare-documents,lint}.test.ts',
  'test/simulation/invariants/invariants.test.ts',
  'test/simulator/casparcg/producer.test.ts',
];

/** They render large parts of the console's page. */
export const heavyPages = [
  'test/adapters/web/console/{access/access-section,app,devices/devices-section,devices/edit-device}.test.tsx',
];

/** They change what belongs to the process. */
export const heavyOwnProcess = [
  'test/infra/studio-file.test.ts',
  'test/infra/simulated/session/followed-console.test.ts',
];
