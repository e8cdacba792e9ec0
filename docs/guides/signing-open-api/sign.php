<?php
/** Signs a call: lower-case hex MD5 of appId=…bizParam=…serviceType=…timestamp=… followed by the secret. PHP 7.3 or newer. */
function sign(string $appId, string $bizParam, string $serviceType, string $timestamp, string $secret): string
{
    // In the order of the names, with nothing in between. bizParam is signed before a form encodes it.
    $text = 'appId=' . $appId
        . 'bizParam=' . $bizParam
        . 'serviceType=' . $serviceType
        . 'timestamp=' . $timestamp;
    return md5($text . $secret);
}
