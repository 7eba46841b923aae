// Dialog that adds the devices of a CSV or JSON file: all of them, or none.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { FileUp } from 'lucide-react';
import { useRef, useState, type ReactElement } from 'react';
import { FileTrigger } from 'react-aria-components';
import { RequestRefused } from '../api/failure.js';
import { Button } from '../ui/button.js';
import { FormDialog } from '../ui/form-dialog.js';
import { useForm } from '../ui/form.js';
import { Notice } from '../ui/notice.js';
import { NewTokens } from './new-tokens.js';
import { useDevices, useImportDevices, type DeviceWithToken } from './queries.js';
import { placedFaults, readDeviceFile, type DeviceFile } from './read-device-file.js';

/** The most faults that are listed; the rest is counted. */
const maxFaults = 20;

interface NamedFile extends DeviceFile {
  readonly name: string;
}

/** Returns the text of a file. Spreadsheets may save in other encodings, in which names would be garbled. */
const textOf = async (file: File): Promise<string | undefined> => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return undefined;
  }
};

const notUtf8: DeviceFile = {
  devices: [],
  faults: [t`The file is not UTF-8 text. Save it as “CSV UTF-8”.`],
  revoked: 0,
};

const read = async (file: File, taken: readonly string[]): Promise<NamedFile> => {
  const text = await textOf(file);
  return { name: file.name, ...(text === undefined ? notUtf8 : readDeviceFile(text, taken)) };
};

/** Returns the error with the places of the file; the same error if it names no device. */
const atPlaces = (error: unknown, file: DeviceFile): unknown =>
  error instanceof RequestRefused && error.details.issues !== undefined
    ? new Error(placedFaults(error.details.issues, file).join('; '), { cause: error })
    : error;

const Faults = ({ name, faults }: NamedFile): ReactElement => (
  <Notice kind="bad">
    <Trans>Nothing can be imported from {name} until it is corrected:</Trans>
    <ul>
      {faults.slice(0, maxFaults).map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
      {faults.length > maxFaults && <li>{plural(faults.length - maxFaults, { other: 'and # more' })}</li>}
    </ul>
  </Notice>
);

const Preview = ({ name, devices, revoked }: NamedFile): ReactElement => (
  <Notice kind="info">
    {t`${name}: ${plural(devices.length, { one: '# device', other: '# devices' })} to add.`}{' '}
    {revoked > 0 &&
      plural(revoked, {
        one: '# device left out, because it is revoked.',
        other: '# devices left out, because they are revoked.',
      })}
  </Notice>
);

const Expectation = (): ReactElement => (
  <p>
    <Trans>
      A CSV or JSON file in the format of the export, with at least the columns <code>name</code> and{' '}
      <code>access</code> (<code>read_only</code> or <code>read_and_control</code>). Each device gets a new token.
    </Trans>
  </p>
);

interface ImportProps {
  readonly studioId: string;
  readonly onClose: () => void;
}

/** Returns the file that was chosen last, once it is read, and a function that reads one. `taken` are the studio’s names. */
const useFile = (taken: readonly string[]): readonly [NamedFile | undefined, (file: File) => void] => {
  const [file, setFile] = useState<NamedFile>();
  const last = useRef<File>(undefined);
  const choose = (chosen: File): void => {
    last.current = chosen;
    setFile(undefined);
    void read(chosen, taken).then((named) => {
      if (last.current === chosen) setFile(named);
    });
  };
  return [file, choose];
};

const ImportForm = ({
  studioId,
  onClose,
  onAdded,
}: ImportProps & { readonly onAdded: (added: readonly DeviceWithToken[]) => void }): ReactElement => {
  const { data: listed = [] } = useDevices(studioId);
  const [file, choose] = useFile(listed.map(({ name }) => name));
  const importDevices = useImportDevices(studioId);
  const isReady = file?.faults.length === 0 && file.devices.length > 0;
  const send = async (): Promise<void> => {
    if (file === undefined) return;
    try {
      onAdded(await importDevices(file.devices.map(({ settings }) => settings)));
    } catch (error) {
      throw atPlaces(error, file);
    }
  };
  const form = useForm({ fields: [], send });
  return (
    <FormDialog
      title={t`Import devices`}
      form={form}
      send={isReady ? t`Import ${plural(file.devices.length, { one: '# device', other: '# devices' })}` : t`Import`}
      onClose={onClose}
      notReady={!isReady && (file === undefined ? t`Choose a file.` : t`Choose a file of devices without errors.`)}
    >
      <Expectation />
      <FileTrigger
        acceptedFileTypes={['.csv', '.json', 'text/csv', 'application/json']}
        onSelect={(chosen) => {
          const [one] = chosen ?? [];
          if (one !== undefined) choose(one);
        }}
      >
        <Button icon={<FileUp size={16} aria-hidden />}>
          {file === undefined ? t`Choose file` : t`Choose another file`}
        </Button>
      </FileTrigger>
      {file !== undefined && (file.faults.length > 0 ? <Faults {...file} /> : <Preview {...file} />)}
    </FormDialog>
  );
};

/** Renders the form, then the new tokens. */
export const ImportDevices = (props: ImportProps): ReactElement => {
  const [added, setAdded] = useState<readonly DeviceWithToken[]>();
  return added === undefined ? <ImportForm {...props} onAdded={setAdded} /> : <NewTokens {...props} added={added} />;
};
