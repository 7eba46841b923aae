// Endpoints that change several control devices of a studio in one version of its configuration, or none of them.
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { boundedListOf, refined, text, unique } from '../../../domain/codec/codec.js';
import { utcTime } from '../../../domain/codec/utc-time.js';
import { inStudio } from '../../../domain/console/requirement.js';
import { addDevices, changeDevices, revokeDevices, type AddedDevice } from '../../../domain/devices/bulk.js';
import { DeviceSettings, maxDevices } from '../../../domain/devices/device.js';
import { partialBody } from './body.js';
import {
  changeManyAndShow,
  DeviceWithToken,
  ManyDevices,
  NewDevice,
  type DeviceChangePorts,
  type TokenPorts,
} from './device-change.js';
import { endpoint } from './endpoint.js';
import { studioParameter } from './studio-access.js';

const { name: _, ...sharedSettings } = DeviceSettings.type.props;

const someOf = <A>(codec: t.Type<A, unknown>): t.Type<readonly A[]> =>
  refined(boundedListOf(codec, maxDevices), ({ length }) => length > 0, 'at least one entry', { minItems: 1 });

const ids = unique(someOf(text(1, 64)), (id) => id, 'id');

const Chosen = t.readonly(t.type({ devices: ids }));

const ChangeMany = t.readonly(t.type({ devices: ids, changes: partialBody(sharedSettings) }));

const Import = t.readonly(t.type({ devices: someOf(NewDevice) }));

const Imported = t.readonly(t.type({ devices: t.readonlyArray(DeviceWithToken) }));

export const revokeControlDevices = endpoint({
  name: 'device.revoke-many',
  summary: 'Revoke the tokens of several control devices at once; those that are no longer listed are left out',
  intent: 'act',
  requires: inStudio('operator'),
  tagged: true,
  path: '/studios/:id/devices/revoke',
  params: studioParameter,
  body: Chosen,
  result: ManyDevices,
  run: (ports: DeviceChangePorts, { id }, context, { devices }) =>
    changeManyAndShow(ports, { id, devices }, context, revokeDevices(devices)),
});

export const changeControlDevices = endpoint({
  name: 'device.change-many',
  summary: 'Change settings of several control devices; none is changed if one is not listed',
  intent: 'change',
  requires: inStudio('operator'),
  tagged: true,
  path: '/studios/:id/devices',
  params: studioParameter,
  body: ChangeMany,
  result: ManyDevices,
  run: (ports: DeviceChangePorts, { id }, context, { devices, changes }) =>
    changeManyAndShow(ports, { id, devices }, context, changeDevices(devices, changes)),
});

/** Makes ids and tokens for new devices. */
const issue = (
  { secrets, hashToken, clock }: TokenPorts,
  settings: readonly DeviceSettings[],
): readonly (AddedDevice & { readonly secret: string })[] => {
  const issuedAt = utcTime(clock.now());
  return settings.map((one) => {
    const secret = secrets.token();
    return { settings: one, id: secrets.id(), token: { tokenHash: hashToken(secret), issuedAt }, secret };
  });
};

export const importControlDevices = endpoint({
  name: 'device.import',
  summary: 'Add several control devices, or none of them; this response is the only one that contains their tokens',
  intent: 'create',
  requires: inStudio('operator'),
  tagged: true,
  path: '/studios/:id/devices/import',
  params: studioParameter,
  body: Import,
  result: Imported,
  run: async (ports: TokenPorts, { id }, context, { devices }) => {
    const added = issue(ports, devices);
    const chosen = { id, devices: added.map((one) => one.id) };
    return pipe(
      await changeManyAndShow(ports, chosen, context, addDevices(added)),
      E.map(({ value, ...result }) => {
        const shown = new Map(value.devices.map((device) => [device.id, device]));
        const withTokens = added.flatMap(({ id: device, secret }) => {
          const found = shown.get(device);
          return found === undefined ? [] : [{ device: found, token: secret }];
        });
        return { ...result, value: { devices: withTokens } };
      }),
    );
  },
});

export const deviceBulkEndpoints = [revokeControlDevices, changeControlDevices, importControlDevices];
