// Files of tests that take more than a second of processor time. They run in the build, and not with `npm test`;
// `npx vitest run FILE` runs them too.

/** They share a process, and the modules that it has loaded. */
export const heavyTests = [
  'test/adapters/audit/syslog-forwarder.test.ts',
  'test/adapters/companion/service/follow-studio.test.ts',
  'test/adapters/drivers/{broken-faces,contracts,hostile}.test.ts',
  'test/adapters/drivers/discovery/probes.test.ts',
  'test/adapters/drivers/lost-reasons.test.ts',
  'test/adapters/drivers/obs/{refusals,scene,scene-reader}.test.ts',
  'test/adapters/drivers/panasonic/camera.test.ts',
  'test/adapters/drivers/reloads.test.ts',
  'test/adapters/drivers/shared/templates/{ask-cycle,players}.test.ts',
  'test/adapters/drivers/timers.test.ts',
  'test/adapters/drivers/tsl/{displays,stream-link}.test.ts',
  'test/adapters/drivers/visca/{camera,reply-order}.test.ts',
  'test/adapters/drivers/vmix/conversation.test.ts',
  'test/adapters/http/console/guard/operator-streams.test.ts',
  'test/adapters/http/console/routes/{event,watch}-routes.test.ts',
  'test/adapters/http/control/event-reply.test.ts',
  'test/adapters/http/control/request/redact-target.test.ts',
  'test/adapters/http/server/client-errors.test.ts',
  'test/adapters/log/winston-log.test.ts',
  'test/adapters/mdns/hostile.test.ts',
  'test/adapters/drivers/casparcg/{channel-watch,contract,cue-check,player,player-connection,position-correction}.test.ts',
  'test/adapters/storage/{configuration-file,journal-file}.test.ts',
  'test/adapters/storage/sqlite/console-store.test.ts',
  'test/application/console/changes/change-feed.test.ts',
  'test/application/console/endpoints/operators.test.ts',
  'test/application/console/sign-in/{provider-sign-in,sign-in}.test.ts',
  'test/application/console/sync/sync.test.ts',
  'test/crashes/stored-data.test.ts',
  'test/fuzz/inputs/targets.test.ts',
  'test/infra/console/{console,console-backup}.test.ts',
  'test/infra/containers/image-origin.test.ts',
  'test/infra/service/running-service.test.ts',
  'test/infra/studio-file/discovered-studio.test.ts',
  'test/infra/simulated/restartable-service.test.ts',
  'test/infra/simulated/session/{redacted-names,replay}.test.ts',
  'test/journeys/{console-outages,hostile-console,legacy-guessing,many-connections,misbehaving-callers,reload,tls}.test.ts',
  'test/models/{dry-run,event-streams,reloads,studio-edits,sync}.test.ts',
  'test/openapi/{catalogue,compare-documents,frozen,lint}.test.ts',
  'test/simulation/invariants/invariants.test.ts',
  'test/simulation/simulation.test.ts',
  'test/simulator/api/steering.test.ts',
  'test/simulator/casparcg/producer.test.ts',
];

/** They render large parts of the console's page. */
export const heavyPages = [
  'test/adapters/web/console/{access/access-section,activity/activity-section,app,find/find-dialog}.test.tsx',
  'test/adapters/web/console/devices/{add-device,devices-section,edit-device}.test.tsx',
  'test/adapters/web/console/operators/edit-operator.test.tsx',
];

/** They change what belongs to the process. */
export const heavyOwnProcess = [
  'test/infra/studio-file/studio-file.test.ts',
  'test/infra/simulated/session/followed-console.test.ts',
];
