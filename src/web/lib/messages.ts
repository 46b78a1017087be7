/** The words of the product, one function a message, made from messages/en by `npm run generate`. */
export { LANGUAGES } from '../../messages/languages.js';
export { m } from '../../messages/messages.js';
