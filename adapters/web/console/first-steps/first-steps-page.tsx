// The page with the first steps on a new console.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Plus } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Link } from 'wouter';
import { PasswordForm } from '../account/password-card.js';
import type { DeviceOverview, FirstSteps, StudioOverview } from '../api/contract.js';
import { check, ConsoleStudio } from '../api/rules.js';
import { AddDevice } from '../devices/add-device.js';
import { useDevices } from '../devices/queries.js';
import { FirstCall } from '../new-device/first-call-view.js';
import { AddStudio } from '../studios/add-studio.js';
import { useRenameStudio, useStudios } from '../studios/queries.js';
import { Button } from '../ui/button.js';
import { FormFrame } from '../ui/form-frame.js';
import { Loaded } from '../ui/loaded.js';
import { Notice } from '../ui/notice.js';
import { PageTitle } from '../ui/page-title.js';
import { TextField } from '../ui/text-field.js';
import { useFields } from '../ui/use-fields.js';
import { useFirstSteps, useRefreshFirstSteps } from './queries.js';
import { StepList, type Step } from './step.js';

const devicesPath = (studioId: string): string => `/studios/${encodeURIComponent(studioId)}/devices`;

const StudioName = ({
  studio,
  onNamed,
}: {
  readonly studio: StudioOverview;
  readonly onNamed: () => void;
}): ReactElement => {
  const rename = useRenameStudio(studio.id);
  const form = useFields({
    initial: { name: studio.name },
    check: ({ name }) => check(ConsoleStudio, { id: studio.id, name }),
    send: async ({ name }) => {
      if (name !== studio.name) await rename(name);
      onNamed();
    },
  });
  return (
    <FormFrame form={form} send={t`Continue`}>
      <TextField label={t`Studio name`} {...form.text('name')} autoComplete="off" autoFocus />
    </FormFrame>
  );
};

/** Opens a dialog. The page renders it, because it stays open when its step is done: it shows a secret once. */
const OpenDialog = ({ label, onOpen }: { readonly label: string; readonly onOpen: () => void }): ReactElement => (
  <div>
    <Button look="primary" icon={<Plus size={18} aria-hidden />} onPress={onOpen}>
      {label}
    </Button>
  </div>
);

const nameStep = (
  studio: StudioOverview | undefined,
  isDone: boolean,
  { onNamed, onAdd }: Readonly<Record<'onNamed' | 'onAdd', () => void>>,
): Step => ({
  title: t`Name the studio`,
  isDone,
  render: () =>
    studio === undefined ? (
      <OpenDialog label={t`Add studio`} onOpen={onAdd} />
    ) : (
      <StudioName studio={studio} onNamed={onNamed} />
    ),
});

const deviceStep = (isDone: boolean, onAdd: () => void): Step => ({
  title: t`Add the first device`,
  isDone,
  render: () => (
    <>
      <p>
        <Trans>A panel, a program or a script gets a token of its own. Its dialog shows how to use it.</Trans>
      </p>
      <OpenDialog label={t`Add device`} onOpen={onAdd} />
    </>
  ),
});

const callStep = (studioId: string | undefined, device: DeviceOverview | undefined, isDone: boolean): Step => ({
  title: t`See its first call`,
  isDone,
  render: () =>
    studioId !== undefined &&
    device !== undefined && (
      <>
        <FirstCall studioId={studioId} device={device} />
        <p>
          <Trans>
            Is the token lost? Replace it in <Link href={devicesPath(studioId)}>Devices</Link>.
          </Trans>
        </p>
      </>
    ),
});

const AllDone = ({ studioId }: { readonly studioId: string }): ReactElement => (
  <Notice
    kind="good"
    actions={
      <Link href={devicesPath(studioId)} className="button">
        <Trans>Open the studio</Trans>
      </Link>
    }
  >
    <Trans>All steps are done.</Trans>
  </Notice>
);

/** What is done in the studio of the steps. */
interface StudioFacts {
  readonly studio: StudioOverview | undefined;
  /** The device that was added last. */
  readonly device: DeviceOverview | undefined;
  readonly hasCalled: boolean;
}

const useStudioFacts = (): StudioFacts => {
  const studio = useStudios().data?.[0];
  const { data: devices = [] } = useDevices(studio?.id ?? '', studio !== undefined);
  return { studio, device: devices.at(-1), hasCalled: devices.some(({ lastCall }) => lastCall !== null) };
};

const passwordStep = (isDone: boolean, onChanged: () => void): Step => ({
  title: t`Choose a password`,
  isDone,
  render: () => (
    <>
      <p>
        <Trans>
          You signed in with the generated password in the file <code>console-admin-password</code>. Replace it with
          your own.
        </Trans>
      </p>
      <PasswordForm currentLabel={t`Generated password`} onChanged={onChanged} />
    </>
  ),
});

const Steps = ({ steps: { password } }: { readonly steps: FirstSteps }): ReactElement => {
  const refresh = useRefreshFirstSteps();
  const [isNamed, setNamed] = useState(false);
  const [adding, setAdding] = useState<'studio' | 'device'>();
  const { studio, device, hasCalled } = useStudioFacts();
  const naming = {
    onNamed: () => {
      setNamed(true);
    },
    onAdd: () => {
      setAdding('studio');
    },
  };
  const close = (): void => {
    setAdding(undefined);
  };
  const steps = [
    passwordStep(password === 'chosen', () => void refresh()),
    nameStep(studio, isNamed || device !== undefined, naming),
    deviceStep(device !== undefined, () => {
      setAdding('device');
    }),
    callStep(studio?.id, device, hasCalled),
  ];
  return (
    <>
      {studio !== undefined && steps.every(({ isDone }) => isDone) && <AllDone studioId={studio.id} />}
      <StepList steps={steps} />
      {adding === 'studio' && <AddStudio onClose={close} />}
      {adding === 'device' && studio !== undefined && <AddDevice studioId={studio.id} onClose={close} />}
    </>
  );
};

const Offered = ({ offered }: { readonly offered: FirstSteps | null }): ReactElement => {
  // They are over once all are done, and stay on the page until it is left.
  const [last, setLast] = useState(offered);
  if (offered !== null && offered !== last) setLast(offered);
  if (last === null)
    return (
      <p>
        <Trans>The first steps are over.</Trans>
      </p>
    );
  return <Steps steps={offered ?? { password: 'chosen' }} />;
};

export const FirstStepsPage = (): ReactElement => (
  <>
    <PageTitle
      title={t`First steps`}
      actions={
        <Link href="/studios">
          <Trans>Later</Trans>
        </Link>
      }
    >
      <p className="hint">
        <Trans>Four steps until a device controls your studio. You can leave and continue at any time.</Trans>
      </p>
    </PageTitle>
    <Loaded query={useFirstSteps()}>{(offered) => <Offered offered={offered} />}</Loaded>
  </>
);
