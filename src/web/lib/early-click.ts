/** The event that says so. */
export const AWAKE = 'awake';

/**
 * Runs in the head. The last button that is clicked before the page is awake is clicked again as soon as it is, and what
 * was chosen in a list is chosen again: both would be lost without a word. The browser never sends a form by itself: a password would stand in the address. A button
 * with a popover opens it without us.
 */
export const EARLY_CLICK_SCRIPT = `(function(){var b,c=new Map,g=function(e){e.target.matches('select')&&c.set(e.target,e.target.value)},k=function(e){b=e.target.closest('button:not([popovertarget])')||b};addEventListener('submit',function(e){e.preventDefault()},!0);addEventListener('click',k,!0);addEventListener('change',g,!0);addEventListener('${AWAKE}',function(){removeEventListener('click',k,!0);removeEventListener('change',g,!0);setTimeout(function(){c.forEach(function(v,s){s.value=v;s.dispatchEvent(new Event('change',{bubbles:!0}))});b&&b.isConnected&&b.click()})},{once:!0})})()`;

/** Says that the page is awake. */
export function sayAwake(): void {
  dispatchEvent(new Event(AWAKE));
}
