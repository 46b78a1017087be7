const AWAKE = 'awake';

/**
 * Runs in the head. The last button that is clicked before the page is awake is clicked again as soon as it is: the click
 * would be lost without a word. The browser never sends a form by itself: a password would stand in the address. A button
 * with a popover opens it without us.
 */
export const EARLY_CLICK_SCRIPT = `(function(){var b,k=function(e){b=e.target.closest('button:not([popovertarget])')||b};addEventListener('submit',function(e){e.preventDefault()},!0);addEventListener('click',k,!0);addEventListener('${AWAKE}',function(){removeEventListener('click',k,!0);setTimeout(function(){b&&b.isConnected&&b.click()})},{once:!0})})()`;

/** Says that the page is awake. */
export function sayAwake(): void {
  dispatchEvent(new Event(AWAKE));
}
