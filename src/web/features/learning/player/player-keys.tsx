import { m } from '#web/lib/messages.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import classes from './player.module.css';

interface PlayerKeysProps {
  open: boolean;
  onClose: () => void;
  /** Who speaks to the device, or touches keys by accident, wants none of them. */
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
}

/** What the keys do in the player, and whether they do. */
export function PlayerKeys({ isOn, onClose, onSwitch, open }: PlayerKeysProps) {
  const keys: [string, string][] = [
    ['j →', m.learning_keys_next()],
    ['k ←', m.learning_keys_previous()],
    ['d', m.learning_keys_done()],
    ['b', m.learning_bookmark()],
    ['n', m.learning_note()],
    ['/', m.learning_search()],
    ['?', m.learning_keys_help()],
  ];
  return (
    <Dialog open={open} onClose={onClose} title={m.learning_keys()}>
      <dl className={classes.keys}>
        {keys.map(([key, words]) => (
          <div key={key}>
            <dt>
              {key.split(' ').map((each) => (
                <kbd key={each}>{each}</kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <label className={classes.keysOn}>
        <input type="checkbox" checked={isOn} onChange={(event) => onSwitch(event.target.checked)} />
        {m.learning_keys_use()}
      </label>
    </Dialog>
  );
}
